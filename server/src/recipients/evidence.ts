/** What was found, where and for which facts, as one document whose digest both sides can compute (contract 2). */
import { createHash } from 'node:crypto'
import { canonicalJson } from '@countersign/contract/wire/canonical'
import { idOf } from '@countersign/contract/wire/ids'
import type { Finding } from './find-voucher.ts'
import type { RecipientVersionRow } from './recipient-versions.store.ts'

export const evidenceOf = (version: RecipientVersionRow, domain: string, finding: Finding) => {
  const { rail, network, asset, address, memo, contract, issuer, decimals, chain_id } = version
  const { found_in, location, seen, body } = finding
  const document = canonicalJson({
    type: 'svc.recipient_evidence.v2',
    recipient_version_id: idOf('rcv', version.recipient_version_id),
    facts: { rail, network, asset, address, memo, contract, issuer, decimals, chain_id },
    finding: { domain, found_in, location, ...seen },
  })
  return { document, digest: createHash('sha256').update(document).digest('hex'), body }
}
