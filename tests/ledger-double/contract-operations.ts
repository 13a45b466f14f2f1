/**
 * The operations on contracts. An asset's own contract moves money between accounts; other code is not run here, so a call
 * of it fails in the ledger, as one that traps does. What such a call would emit, `strangers.ts` can put into a ledger.
 */
import { Address, hash, scValToBigInt, xdr } from '@stellar/stellar-sdk/base'
import type { Done, Scene } from './pay-operations.ts'
import { contractOf, type PlainAsset, XLM } from './plain-values.ts'
import { move } from './token-events.ts'

const { OperationResultTr: Tr } = xdr

export function invoke(scene: Scene, { hostFunction, auth }: xdr.InvokeHostFunctionOp): Done {
  const ends = (result: xdr.InvokeHostFunctionResult): Done => ({
    ok: result.type === 'invokeHostFunctionSuccess',
    tr: Tr.invokeHostFunction(result),
  })
  const { InvokeHostFunctionResult: Result } = xdr
  const success = (returned: xdr.ScVal) => ends(Result.invokeHostFunctionSuccess(hash(returned.toXdr('raw'))))
  switch (hostFunction.type) {
    case 'hostFunctionTypeUploadContractWasm':
      return success(xdr.ScVal.scvBytes(hash(hostFunction.wasm)))
    case 'hostFunctionTypeCreateContract':
    case 'hostFunctionTypeCreateContractV2':
      return success(xdr.ScVal.scvVoid())
    case 'hostFunctionTypeInvokeContract': {
      const authorized = auth.some(({ credentials }) => credentials.type === 'sorobanCredentialsSourceAccount')
      return authorized && transfer(scene, hostFunction.invokeContract)
        ? success(xdr.ScVal.scvVoid())
        : ends(Result.invokeHostFunctionTrapped())
    }
  }
}

export const extend = (): Done => ({
  ok: true,
  tr: Tr.extendFootprintTtl(xdr.ExtendFootprintTtlResult.extendFootprintTtlSuccess()),
})

export const restore = (): Done => ({
  ok: true,
  tr: Tr.restoreFootprint(xdr.RestoreFootprintResult.restoreFootprintSuccess()),
})

/** From the account that calls, to another. */
function transfer(scene: Scene, { contractAddress, functionName, args }: xdr.InvokeContractArgs): boolean {
  const asset = assetAt(scene, Address.fromScAddress(contractAddress).toString())
  const [from, to, amount] = args
  if (asset === undefined || functionName.toString() !== 'transfer' || args.length !== 3) return false
  if (from?.type !== 'scvAddress' || to?.type !== 'scvAddress' || amount?.type !== 'scvI128') return false
  if (to.address.type !== 'scAddressTypeAccount' || Address.fromScVal(from).toString() !== scene.source) return false
  const units = scValToBigInt(amount)
  const payee = Address.fromScVal(to).toString()
  if (units < 0n || move(scene.draft, { from: scene.source, to: payee, asset, units }) !== undefined) return false
  scene.movements.push({ from: scene.source, to: payee, asset, units, memo: xdr.Memo.memoNone() })
  return true
}

/** Among what the caller holds. */
function assetAt({ draft, source, passphrase }: Scene, contract: string): PlainAsset | undefined {
  const held = [...(draft.get(source)?.lines.values() ?? [])].map(({ asset }) => asset)
  return [XLM, ...held].find((asset) => contractOf(asset, passphrase) === contract)
}
