/**
 * The test wallet on EVM test chains that the service names: it signs one authorization and hands it over sealed, as any wallet does. The
 * agent's seller sends it, so nothing is paid when the command ends. It takes the agent's key as the request names it: test money only.
 */
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { PaymentFacts, WalletClient } from '@pursestrings/sdk'
import type { PayerClient } from '@pursestrings/signing/payer'
import type { ProfileStore } from './profile-store.ts'
import { failed } from './stop.ts'
import { expectPaid, type PaidFor, seedOf } from './test-wallet-ledger.ts'

/** Of the wallet's own seed, and of no other use of it. */
const keyOf = async (profiles: ProfileStore): Promise<Uint8Array> =>
  new Uint8Array(
    createHash('sha256')
      .update('pursestrings test wallet evm\n')
      .update(await seedOf(profiles))
      .digest(),
  )

interface Approving {
  readonly payer: PayerClient
  readonly account: string
}

const approvingOf = async (
  profiles: ProfileStore,
  wallet: WalletClient,
  { network, chain_id }: PaymentFacts['payment'],
): Promise<Approving | undefined> => {
  const { service } = await wallet.service.read()
  const rpc_url = service.networks.find((one) => one.network === network)?.ledger?.rpc_url
  if (rpc_url === undefined || chain_id === undefined) return undefined
  const [{ addressOfKey }, { signAuthorization }, { createAuthorizer }, { createChainClient }, journal, store] =
    await Promise.all([
      import('@pursestrings/evm/address'),
      import('@pursestrings/evm/sign-authorization'),
      import('@pursestrings/signing/evm/authorizer'),
      import('@pursestrings/signing/evm/chain-client'),
      import('@pursestrings/signing/journal'),
      import('@pursestrings/signing/node/file-store'),
    ])
  const key = await keyOf(profiles)
  const account = addressOfKey(key)
  const folder = join(dirname(profiles.file), `${profiles.name}.journal`)
  const payer = createAuthorizer({
    wallet,
    service: profiles.read().base_url,
    chain: createChainClient({ rpc_url, chain_id }),
    journal: journal.journalIn(store.fileStore(folder)),
    lock: store.fileLock(folder),
    signer: {
      address: () => Promise.resolve(account),
      sign: (authorization, domain) => Promise.resolve(signAuthorization(authorization, domain, key)),
    },
    isKnownAgentKey: () => true,
    decide: async ({ payable }) => {
      const status = payable.kind === 'agent_payment' ? 'approved' : 'signed'
      const { decision_jws } = await wallet.signReport(payable, { status })
      return decision_jws === undefined ? {} : { decision_jws }
    },
  })
  return { payer, account }
}

/** False where it is not paid by an authorization, or where the service names no node. Throws where it was not handed over. */
export const handOver = async (profiles: ProfileStore, wallet: WalletClient, paid: PaidFor): Promise<boolean> => {
  const { facts } =
    paid.kind === 'payment_request' ? await wallet.review(paid.id) : await wallet.reviewAgentPayment(paid.id)
  if (facts.payment.method !== 'evm.eip3009') return false
  const approving = await approvingOf(profiles, wallet, facts.payment)
  if (approving === undefined) return false
  const { payer, account } = approving
  await payer.resume()
  const input = { request_id: paid.id, kind: paid.kind }
  const { payable, findings } = await payer.check({ ...input, account })
  if (findings.some(({ code }) => code === 'not_pending')) return false
  const { asset, network } = facts.payment
  if (findings.some(({ code }) => code === 'balance_short'))
    throw failed(
      `The test wallet has too little ${asset}.`,
      `Send ${asset} on ${network} to ${account}, then try again.`,
    )
  await expectPaid(await payer.pay({ ...input, facts_digest: payable.facts_digest }))
  return true
}
