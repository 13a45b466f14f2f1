/** `admin keys`: what the service signs and seals with, where its key store is a file; and sealing again, wherever keys come from. */
import { resealAllSubscriptions } from '../../connections/push/reseal-subscriptions.worker.ts'
import { resealAll } from '../../delivery/webhooks/endpoints/reseal-secrets.worker.ts'
import { webhookSecretsOf } from '../../delivery/webhooks/endpoints/webhook-secret.ts'
import type { Config } from '../../platform/config.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { logCompromised } from '../../transparency/log/prove.ts'
import { storeOf } from '../../transparency/open-keys.ts'
import { sealedRows } from '../../transparency/sealed-rows.ts'
import { listKeys, markCompromised, retireByHand } from '../../transparency/service-keys/compromised-key.ts'
import { openKeyring } from '../../transparency/service-keys/keyring.ts'
import { makeNext, type RotationDeps } from '../../transparency/service-keys/rotate-keys.ts'
import { type By, PURPOSES, type Purpose, recordChange } from '../../transparency/service-keys/service-keys.store.ts'
import { AdminFault, operatorOptions } from './options.ts'

export const KEYS_USAGE = `  pursestrings-server admin keys list    keys of the key store, and how many rows each sealing key sealed
  pursestrings-server admin keys rotate <facts|receipt|webhook> --actor <you> --reason <why>    make the next key; it is used an hour later
  pursestrings-server admin keys reseal --actor <you> --reason <why>    seal all that older keys sealed again, now
  pursestrings-server admin keys retire <purpose> <kid> --actor <you> --reason <why>    drop a next key, or a sealing key that sealed nothing
  pursestrings-server admin keys compromised <facts|receipt> <kid> --actor <you> --reason <why>    somebody else may have it: it counts no more`

export const runKeys = async (
  config: Config,
  transactions: Transactions,
  input: readonly string[],
): Promise<string> => {
  const [handler, ...rest] = input
  const sealer = storeOf(config).sealer()
  if (handler === 'reseal') {
    const by = byOf(rest)
    const keys = sealer
      ? (await openKeyring({ transactions, sealer, log: { error: () => {} } })).sealing
      : config.WEBHOOK_SECRET_KEYS
    const secrets = webhookSecretsOf(keys)
    const done = (await resealAll(transactions, secrets)) + (await resealAllSubscriptions(transactions, secrets))
    const [kid = ''] = secrets.key_ids
    await transactions.asSystem((tx) => recordChange(tx, { purpose: 'webhook', kid }, 'resealed', by))
    return `sealed ${done} rows again with ${kid}`
  }
  const signing = rest[0] === 'facts' || rest[0] === 'receipt' ? rest[0] : undefined
  if (handler === 'compromised' && signing && rest[1] !== undefined && !sealer)
    return compromisedInSettings(transactions, signing, rest[1], byOf(rest.slice(2)))
  if (!sealer)
    throw new AdminFault('KEY_STORE is env: the keys are the settings FACTS_KEYS, RECEIPT_KEYS, WEBHOOK_SECRET_KEYS')
  const deps: RotationDeps = {
    transactions,
    sealer,
    sealedRows,
    issuer: config.BASE_URL,
    time_scale: config.KEY_TIME_SCALE,
    // Whoever polls finds it in time.
    notify: () => {},
  }
  if (handler === 'list' && rest.length === 0) return listKeys(deps)
  const purpose = PURPOSES.find((one) => one === rest[0])
  if (handler === 'rotate' && purpose) return rotate(deps, purpose, byOf(rest.slice(1)))
  if (handler === 'retire' && purpose && rest[1] !== undefined)
    return retireByHand(deps, purpose, rest[1], byOf(rest.slice(2)))
  if (handler === 'compromised' && signing && rest[1] !== undefined)
    return markCompromised(deps, signing, rest[1], byOf(rest.slice(2)))
  throw new AdminFault(`usage:\n${KEYS_USAGE}`)
}

/** The settings are the operator's: what is left to do here is to tell everybody. */
const compromisedInSettings = (
  transactions: Transactions,
  purpose: 'facts' | 'receipt',
  kid: string,
  by: By,
): Promise<string> =>
  transactions.asSystem(async (tx) => {
    if (!(await logCompromised(tx, purpose, kid))) throw new AdminFault(`the payee log has no key ${purpose} ${kid}`)
    await recordChange(tx, { purpose, kid }, 'compromised', by)
    const setting = purpose === 'facts' ? 'FACTS_KEYS' : 'RECEIPT_KEYS'
    return `the payee log says that ${purpose} ${kid} counts no more. Take it out of ${setting}, and restart every process`
  })

const byOf = (words: readonly string[]): By => {
  const { actor, reason, confirm } = operatorOptions(words, KEYS_USAGE)
  if (confirm !== undefined) throw new AdminFault(`usage:\n${KEYS_USAGE}`)
  return { actor: `operator:${actor}`, reason }
}

const rotate = async (deps: RotationDeps, purpose: Purpose, by: By): Promise<string> => {
  const kid = await makeNext(deps, purpose, by)
  if (kid === undefined) throw new AdminFault(`${purpose} has a next key already: see \`admin keys list\``)
  return `${purpose} ${kid} is made, and is used in an hour at the earliest, once the payee log shows it`
}
