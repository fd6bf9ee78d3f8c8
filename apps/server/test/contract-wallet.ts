import { concat, encodeAbiParameters, getCreate2Address, type Hex, serializeErc6492Signature } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

/** Deterministic CREATE2 deployer, present on every chain including the local one. */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const SALT: Hex = `0x${'0'.repeat(64)}`
/** Marks a signature as valid only for the contract: 66 bytes, so that no key can be recovered from it. */
const MARK: Hex = '0x01'

/**
 * Creation code of an EIP-1271 wallet that accepts the marked signatures of one owner. solc 0.8.37: `if (s.length != 66 || s[65] != 0x01)
 * return 0xffffffff; return ecrecover(h, uint8(s[64]), bytes32(s[0:32]), bytes32(s[32:64])) == owner ? bytes4(0x1626ba7e) :
 * bytes4(0xffffffff);`
 */
const CODE: Hex =
  '0x60a0604052348015600e575f5ffd5b506040516102f23803806102f2833981016040819052602b91603b565b6001600160a01b03166080526066565b5f60208284031215604a575f5ffd5b81516001600160a01b0381168114605f575f5ffd5b9392505050565b60805161027561007d5f395f60ae01526102755ff3fe608060405234801561000f575f5ffd5b5060043610610029575f3560e01c80631626ba7e1461002d575b5f5ffd5b61004061003b3660046101a7565b61005d565b6040516001600160e01b0319909116815260200160405180910390f35b5f60428214158061009857508282604181811061007c5761007c61021c565b9050013560f81c60f81b6001600160f81b031916600160f81b14155b156100ac57506001600160e01b03196101a0565b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316600185858560408181106100ec576100ec61021c565b919091013560f81c905061010360205f888a610230565b61010c91610257565b61011a60406020898b610230565b61012391610257565b604080515f8152602081018083529590955260ff909316928401929092526060830152608082015260a0016020604051602081039080840390855afa15801561016e573d5f5f3e3d5ffd5b505050602060405103516001600160a01b031614610194576001600160e01b031961019d565b630b135d3f60e11b5b90505b9392505050565b5f5f5f604084860312156101b9575f5ffd5b8335925060208401356001600160401b038111156101d5575f5ffd5b8401601f810186136101e5575f5ffd5b80356001600160401b038111156101fa575f5ffd5b86602082840101111561020b575f5ffd5b939660209190910195509293505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f8585111561023e575f5ffd5b8386111561024a575f5ffd5b5050820193919092039150565b8035602083101561026f575f19602084900360031b1b165b9291505056'

/** Accepts every signature of exactly `bytes` bytes. Assembled by hand: `(calldataload(0x44) == bytes) * magic value`. */
export function shortWallet(bytes: number) {
  const length = bytes.toString(16).padStart(2, '0')
  const init: Hex = `0x7460443560${length}14631626ba7e0260e01b5f5260205ff35f526015600bf3`
  return {
    address: getCreate2Address({ from: FACTORY, salt: SALT, bytecode: init }),
    deployment: { to: FACTORY, data: concat([SALT, init]) },
  } as const
}

export function contractWallet(owner: PrivateKeyAccount) {
  const bytecode = concat([CODE, encodeAbiParameters([{ type: 'address' }], [owner.address])])
  const deployment = { to: FACTORY, data: concat([SALT, bytecode]) } as const
  const sign = async (message: string): Promise<Hex> => concat([await owner.signMessage({ message }), MARK])
  return {
    address: getCreate2Address({ from: FACTORY, salt: SALT, bytecode }),
    deployment,
    /** EIP-1271: once it is deployed. */
    sign,
    /** EIP-6492: also before deployment. */
    signUndeployed: async (message: string): Promise<Hex> =>
      serializeErc6492Signature({ address: deployment.to, data: deployment.data, signature: await sign(message) }),
  }
}
