/** What this area says to the person who asked. */
export const APEX_PROBLEM_WORDS = {
  notLinked: 'Save a key of ApeX Omni first.',
  unreadable: 'This key was sealed with another SECRET_KEY and cannot be read. Save it again.',
  unreachable: 'ApeX Omni does not answer. Nothing was changed.',
  refused: 'ApeX Omni says: ',
  mayWithdraw: 'This key may withdraw or transfer. Make one at ApeX Omni that may not.',
  noFile: 'Live orders are off: the operator has not installed ApeX’s signer (APEX_SIGNER_WASM).',
  wrongFile: 'Live orders are off: the file of APEX_SIGNER_WASM is not the one that APEX_SIGNER_SHA256 names.',
  notBuilt: 'Live orders are off: this release reads and cancels; signing in the browser is not built yet.',
} as const
