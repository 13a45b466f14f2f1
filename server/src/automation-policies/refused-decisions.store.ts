/** Statements that remove decisions which refused an intent long ago; the database lets no other go. */
import type { SystemTx } from '../postgres/transaction.ts'

const remove = `with old as (
    select merchant_id, policy_decision_id from policy_decisions
    where not allowed and judged_at < now() - make_interval(days => $1) order by judged_at limit $2
  )
  delete from policy_decisions d using old
  where d.merchant_id = old.merchant_id and d.policy_decision_id = old.policy_decision_id`

/** How many it removed. */
export const deleteRefusedDecisions = async (
  { client }: SystemTx,
  { older_than_days, at_most }: { older_than_days: number; at_most: number },
): Promise<number> => (await client.query(remove, [older_than_days, at_most])).rowCount ?? 0
