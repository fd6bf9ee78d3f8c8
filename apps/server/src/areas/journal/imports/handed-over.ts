/** Transfer list: copying 50 MB blocks a thread for tens of milliseconds. The sender loses access to `bytes`. */
export const handedOver = (bytes: Uint8Array | null): ArrayBuffer[] =>
  bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : []
