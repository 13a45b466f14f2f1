/** What arrived, as it arrived, for whoever has to find out where it was changed. Nothing in it is secret. */

import type { Payment } from '../requests/payment.ts'
import type { RequestCheck } from './check-request.ts'

export const saveReport = (request: Payment, check: RequestCheck, trusted: readonly string[]): void => {
  const report = {
    type: 'pursestrings.wallet_report',
    at: new Date().toISOString(),
    wallet: location.origin,
    found: check.is,
    differences: check.is === 'altered' ? check.differences : [],
    trusted_keys: trusted,
    received: request,
  }
  const address = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `pursestrings-report-${report.at.slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(address)
}
