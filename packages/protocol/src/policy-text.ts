/**
 * What a user consents to, and where money may go, each as one text. Their SHA-256 in hexadecimal are
 * `policy_digest` and `payee_digest`; a wallet makes both by itself from what it shows. No hashing here: the text is the
 * decision.
 */
import { canonicalJson } from './canonical.ts'

export interface PayeeFacts {
  readonly network: string
  readonly asset: string
  readonly contract?: string | null
  readonly issuer?: string | null
  /** In the canonical spelling of its network: every encoding of one address is one payee. */
  readonly address: string
  readonly memo?: string | null
}

/** Neither name nor version: the same place under another name is the same payee, another place is not. */
export const payeeText = ({ network, asset, contract, issuer, address, memo }: PayeeFacts): string =>
  canonicalJson({
    type: 'svc.payee.v1',
    network,
    asset,
    ...(contract != null && { contract }),
    ...(issuer != null && { issuer }),
    address,
    ...(memo != null && { memo }),
  })

export interface ConsentedTerms {
  readonly policy_id: string
  readonly version: number
  readonly project_id: string
  readonly connection_id: string
  readonly network: string
  readonly asset: string
  readonly contract?: string | null
  readonly issuer?: string | null
  readonly single_tx_limit: string
  readonly cumulative_limit: string
  readonly validity_window: { readonly from: string; readonly to: string }
  readonly payees: readonly { readonly recipient_id: string; readonly payee_digest: string }[]
}

export const policyText = (terms: ConsentedTerms): string => {
  const { policy_id, version, project_id, connection_id, network, asset, contract, issuer } = terms
  const { single_tx_limit, cumulative_limit, validity_window, payees } = terms
  return canonicalJson({
    type: 'svc.automation_policy.v1',
    policy_id,
    version,
    project_id,
    connection_id,
    network,
    asset,
    ...(contract != null && { contract }),
    ...(issuer != null && { issuer }),
    single_tx_limit,
    cumulative_limit,
    validity_window: { from: validity_window.from, to: validity_window.to },
    payees: payees
      .map(({ recipient_id, payee_digest }) => ({ recipient_id, payee_digest }))
      .toSorted((a, b) => (a.recipient_id < b.recipient_id ? -1 : 1)),
  })
}

/** What a device with a decision key signs. */
export const consentTextOf = (policy_digest: string): string => `svc.policy_consent.v1\n${policy_digest}`
