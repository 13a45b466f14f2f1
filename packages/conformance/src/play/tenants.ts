/** Another organization: what it sees, and what naming the first one gets it (5.1, 5.6). */
import { bare, codeOf, isDone, isRefused, type Json, saidOf } from '../call.ts'
import type { Run } from '../place.ts'
import type { Agent } from './agent.ts'
import type { Operator } from './operator.ts'
import { newAddress, type Payee } from './payee.ts'

export const judgeTenants = async (run: Run, first: Operator, other: Operator, payee: Payee, agent: Agent) => {
  const { book } = run
  const { merchant_id } = first.merchant
  const theirs = { agents: agent.agent_id, recipients: payee.recipient_id }
  for (const [kind, id] of Object.entries(theirs)) {
    // An id that nobody has, in the form of theirs.
    const absent_id = id.replace(/.{6}$/, '000000')
    const [seen, absent] = [
      await other.call('GET', `/v1/${kind}/${id}`),
      await other.call('GET', `/v1/${kind}/${absent_id}`),
    ]
    book.judge(
      ['5.6', '7 resource_not_found'],
      `${kind} of another organization`,
      codeOf(seen) === 'resource_not_found',
      saidOf(seen),
    )
    const same = bare(seen).replaceAll(id, '…') === bare(absent).replaceAll(absent_id, '…')
    book.judge(['5.6', '7 resource_not_found'], `${kind} that do not exist get the same answer`, same, [
      saidOf(seen),
      saidOf(absent),
    ])
  }
  const changed = await other.call('PATCH', `/v1/agents/${agent.agent_id}`, {
    body: { status: 'suspended', version: agent.version },
  })
  book.judge('5.1', "another organization's agent is not changed", isRefused(changed), saidOf(changed))

  const name = `Claimed ${Date.now()}`
  const facts = { network: 'stellar_testnet', asset: 'XLM', address: newAddress() }
  const claims = [
    { body: { name, ...facts, merchant_id } },
    { body: { name, ...facts, tenant_id: merchant_id } },
    { body: { name, ...facts }, headers: { 'x-merchant-id': String(merchant_id) } },
  ]
  for (const claim of claims) await other.call('POST', '/v1/recipients', claim)
  const listed = await first.call('GET', '/v1/recipients')
  const names: unknown[] = (listed.json.recipients ?? []).map((one: Json) => one.name)
  book.judge(
    ['5.1', '5.1 claims'],
    'naming another organization makes nothing there',
    isDone(listed) && names.length > 0 && !names.includes(name),
    saidOf(listed),
  )
}

/** Before its domain is proven, an organization activates nothing. */
export const judgePending = async ({ book }: Run, { call, merchant }: Operator): Promise<void> => {
  const made = await call('POST', '/v1/recipients', {
    body: { name: 'Early', network: 'stellar_testnet', asset: 'XLM', address: newAddress() },
  })
  const { recipient, recipient_version } = made.json
  const path = `/v1/recipients/${recipient?.recipient_id}/versions/${recipient_version?.recipient_version_id}/activate`
  const body = { evidence_id: 'evd_of_nobody', evidence_digest: '0'.repeat(64), version: recipient?.version }
  const early = await call('POST', path, { body })
  book.judge('3 no bypass', 'a payee without evidence is not activated', isRefused(early), saidOf(early))
  const set = await call('PATCH', `/v1/merchants/${merchant?.merchant_id}`, {
    body: { status: 'active', version: merchant?.version },
  })
  book.judge('3 no bypass', 'a merchant does not set itself active', isRefused(set), saidOf(set))
}
