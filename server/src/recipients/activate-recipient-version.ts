/**
 * A verified version begins to serve: at once on the testnet, after a day or more elsewhere, so that a stolen session cannot
 * redirect payments before anybody looks. The domain must still prove itself at that moment (H12).
 */

import { merchantNotActive } from '@countersign/contract/merchants/errors'
import { domainNotVerified, evidenceMismatch } from '@countersign/contract/recipients/errors'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { networkOf } from '@countersign/contract/wire/networks'
import { sql } from 'kysely'
import { readDomain } from '../domains/domains.reads.ts'
import { stillProven } from '../domains/still-proven.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { readEmails } from '../merchant-accounts/read-account.ts'
import { isActiveMerchant } from '../merchants/activate-merchant.ts'
import type { Outside } from '../outside/create-outside.ts'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { selectCoolingOff } from './cooling-off.store.ts'
import { expectCurrent, expectRecipient, takeRecipient } from './expect-recipient.ts'
import { moveVersion, selectEvidence, selectVersion } from './recipient-versions.store.ts'
import { beginServing, recordCooling } from './serve-version.ts'
import { tellOfChange } from './tell-of-change.ts'
import { wrongState } from './verify-recipient.ts'

interface Deps {
  readonly transactions: Transactions
  readonly outside: Outside
  readonly jobs: Enqueue
  readonly portal_url: string
}

interface Input {
  readonly merchant_id: Uuid
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
  readonly evidence_id: Uuid
  readonly evidence_digest: string
  readonly version: number
  readonly account_id: Uuid
}

export const activateRecipientVersion = async ({ transactions, outside, jobs, portal_url }: Deps, input: Input) => {
  const { merchant_id, recipient_id, version } = input
  const actor = idOf('acc', input.account_id)
  const domain_id = await transactions.asTenant(merchant_id, async (tx) => {
    const recipient = await expectRecipient(tx, recipient_id)
    if (!(await selectVersion(tx, recipient_id, input.recipient_version_id))) throw new Refusal(resourceNotFound)
    await expectCurrent(tx, recipient, version)
    return (await expectActivatable(tx, input)).source_id
  })
  const { ok, seen } = await stillProven({ transactions, outside }, { merchant_id, domain_id })
  if (!ok) throw domainLost(seen)
  const by = (await transactions.asSystem((tx) => readEmails(tx, [input.account_id]))).get(input.account_id) ?? actor
  return transactions.asTenant(merchant_id, async (tx) => {
    const recipient = await takeRecipient(tx, recipient_id, version)
    const { verified } = await expectActivatable(tx, input)
    if ((await readDomain(tx, domain_id))?.status !== 'verified') throw domainLost([])
    const { name, active_version_id } = recipient
    const previous = active_version_id === null ? undefined : await selectVersion(tx, recipient_id, active_version_id)
    if (networkOf(verified.network).testnet) {
      const serving = await beginServing(tx, recipient, verified, actor)
      // Where nothing was paid before, nothing is redirected.
      if (previous) await tellOfChange(tx, jobs, { name, next: serving.recipient_version, previous, by, portal_url })
      return serving
    }
    const { cooling_off_s } = await selectCoolingOff(tx)
    const cooling = await moveVersion(tx, verified.recipient_version_id, ['verified'], {
      status: 'cooling',
      activates_at: sql<Date>`now() + make_interval(secs => ${cooling_off_s})`,
    })
    if (!cooling) throw wrongState(verified)
    const job = { merchant_id, recipient_id, recipient_version_id: verified.recipient_version_id }
    await jobs.enqueue(tx, 'cooled-recipient-version', job, { after_s: cooling_off_s })
    await recordCooling(tx, cooling, actor)
    await tellOfChange(tx, jobs, { name, next: cooling, previous, by, portal_url })
    return { recipient, recipient_version: cooling }
  })
}

const expectActivatable = async (tx: TenantTx, input: Input) => {
  const verified = await selectVersion(tx, input.recipient_id, input.recipient_version_id)
  if (!verified) throw new Refusal(resourceNotFound)
  if (!(await isActiveMerchant(tx))) throw new Refusal(merchantNotActive)
  if (verified.status !== 'verified') throw wrongState(verified)
  // The latest evidence decides: what vouched before may have been replaced by another domain's word.
  const [latest] = await selectEvidence(tx, verified.recipient_version_id)
  if (!latest || latest.evidence_id !== input.evidence_id || latest.digest !== input.evidence_digest) {
    throw new Refusal(evidenceMismatch)
  }
  return { verified, source_id: latest.source_id }
}

const domainLost = (seen: readonly string[]) =>
  new Refusal(domainNotVerified, {
    message: `${domainNotVerified.meaning}${seen.length > 0 ? ` Seen: ${seen.join('; ')}.` : ''} ${domainNotVerified.recovery}`,
    details: { seen },
  })
