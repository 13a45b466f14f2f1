/** The payees that stand or fall with a domain. */
import type { Vouched } from '../domains/still-proven.ts'
import { selectVouchedVersions } from './recipient-versions.store.ts'
import { suspendServing } from './serve-version.ts'

export const vouchedPayees: Vouched = {
  async count(tx, domain_id) {
    return (await selectVouchedVersions(tx, domain_id, ['cooling', 'active'])).length
  },
  async suspend(tx, domain_id, actor) {
    let suspended = 0
    for (const version of await selectVouchedVersions(tx, domain_id, ['active'])) {
      if (await suspendServing(tx, version, actor)) suspended++
    }
    return suspended
  },
}
