/** A name that nobody can mistake for another of the merchant's payees, now or before. Answers with its skeleton. */
import { recipientNameLookAlike } from '@countersign/contract/recipients/errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import { refuseMisleadingName } from '../names/misleading-name.ts'
import { mixesScripts } from '../names/mixes-scripts.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { skeletonOf } from './look-alike.ts'
import { selectTwin } from './recipients.store.ts'

export const clearName = async (tx: TenantTx, name: string, except: Uuid | null = null): Promise<string> => {
  if (mixesScripts(name)) throw lookAlike('The name mixes letters of several scripts.')
  refuseMisleadingName(name)
  const name_skeleton = skeletonOf(name)
  if (name_skeleton === '') throw lookAlike('The name has no letter or digit.')
  const twin = await selectTwin(tx, name_skeleton, except)
  if (twin !== undefined) throw looksLike(twin)
  return name_skeleton
}

export const looksLike = (twin: string | undefined): Refusal =>
  lookAlike(`The name looks like your recipient "${twin}".`)

const lookAlike = (why: string): Refusal =>
  new Refusal(recipientNameLookAlike, {
    message: `${why} ${recipientNameLookAlike.recovery}`,
    issues: [{ code: recipientNameLookAlike.code, field: 'name', message: why }],
  })
