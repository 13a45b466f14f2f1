/**
 * A facilitator for development: it takes payments of whoever asks, and pays the fees with a key that everybody knows. A real shop names one
 * that it trusts instead.
 */
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import express from 'express'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'

/** The first of the keys that anvil prints. */
const TEST_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export const facilitatorOn = (rpc_url: string) => {
  const account = privateKeyToAccount(TEST_KEY)
  const client = createWalletClient({
    account,
    chain: baseSepolia,
    transport: http(rpc_url),
    pollingInterval: 200,
  }).extend(publicActions)
  const facilitator = new x402Facilitator()
  registerExactEvmScheme(facilitator, {
    signer: toFacilitatorEvmSigner({
      address: account.address,
      getCode: (of) => client.getCode(of),
      readContract: (call) => client.readContract({ ...call, args: call.args ?? [] }),
      writeContract: (call) => client.writeContract(call as never),
      sendTransaction: (transaction) => client.sendTransaction(transaction),
      verifyTypedData: (typed) => client.verifyTypedData(typed as never),
      waitForTransactionReceipt: (of) => client.waitForTransactionReceipt(of),
    }),
    networks: 'eip155:84532',
  })
  const app = express()
  app.use(express.json())
  app.get('/supported', (_request, response) => void response.json(facilitator.getSupported()))
  app.post('/verify', async ({ body }, response) => {
    response.json(await facilitator.verify(body.paymentPayload, body.paymentRequirements))
  })
  app.post('/settle', async ({ body }, response) => {
    response.json(await facilitator.settle(body.paymentPayload, body.paymentRequirements))
  })
  return app
}
