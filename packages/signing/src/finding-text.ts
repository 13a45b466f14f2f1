/** Each finding as sentences for a person: what is in the way, and what they can do. Screens may have their own. */
import type { Finding } from './check-payment.ts'

export function findingText(finding: Finding): string {
  switch (finding.code) {
    case 'real_money':
      return 'This payment is about real money. This wallet pays on test networks only.'
    case 'not_payable':
      return `This wallet cannot pay it: the ${finding.field.replaceAll('_', ' ')} is none that it can pay exactly.`
    case 'facts_changed':
      return 'The request has changed since you looked at it. Look at it again before you decide.'
    case 'payee_not_verified':
      return 'The payee is not verified right now. Wait until it is, or reject the request.'
    case 'not_pending':
      return `The request is ${finding.status}. Nothing is left to decide.`
    case 'signed_before':
      return `You have paid for this before, with ${finding.request_id} (transaction ${finding.transaction_hash}).`
    case 'payment_in_flight':
      return `Another payment of this account, ${finding.request_id}, is still on its way. Try again when it has ended.`
    case 'pays_itself':
      return 'The payee is your own account.'
    case 'payer_not_funded':
      return `Your account ${finding.account} is not on the ledger yet. Get test funds first.`
    case 'payer_needs_signers':
      return `Your account ${finding.account} needs the signatures of others. This wallet cannot pay from it alone.`
    case 'payee_not_funded':
      return finding.least === '0'
        ? `The payee has no account on the ledger yet, and ${finding.asset} cannot open one.`
        : `The payee has no account on the ledger yet. The first payment must be at least ${finding.least} ${finding.asset}.`
    case 'payer_no_trustline':
      return `Your account does not hold ${finding.asset}. Add a trustline for it first.`
    case 'payee_no_trustline':
      return `The payee cannot receive ${finding.asset}: it has no trustline for it.`
    case 'payer_not_authorized':
      return `The issuer of ${finding.asset} does not let your account send it.`
    case 'payee_not_authorized':
      return `The issuer of ${finding.asset} does not let the payee receive it.`
    case 'payee_full':
      return `The payee takes at most ${finding.room} ${finding.asset} more. This needs ${finding.needed}.`
    case 'balance_short':
      return `You have ${finding.available} ${finding.asset} available. This needs ${finding.needed}.`
    case 'memo_required':
      return 'The payee only takes payments with a memo, and this request has none. Paying it could lose the money.'
    case 'beyond_policy':
      return `The limits that you agreed to do not allow this without asking you (${finding.rule}).`
    case 'too_late':
      return `Only ${finding.seconds_left} seconds are left. That is too little for the ledger to take the payment.`
  }
}
