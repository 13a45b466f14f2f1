import { generateKeyPairSync } from 'node:crypto'
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { type KeyEntry, readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import { verifierKeyOf, verifierKeyText, WITNESS_KEY_TYPE } from '@pursestrings/protocol/log/signed-note'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { keepCosignature } from '../src/transparency/log/log.store.ts'
import { insertKey } from '../src/transparency/service-keys/service-keys.store.ts'
import { createLogins, createTestDatabase } from './database.ts'
import { newKeyFile, servedKeys } from './keyring.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** A key that the service makes signs only once the payee log shows it, with its quorum, and says there when it is retired. */
describe('the log', () => {
  /** The hour before a key is used takes a second. */
  const SCALE = '3600'
  const WITNESS = 'w'
  let world: World
  beforeAll(async () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const key = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
    const verifier = await verifierKeyOf({ name: 'w.example', type: WITNESS_KEY_TYPE, key })
    // Nobody listens there.
    const LOG_WITNESSES = `witness w ${verifierKeyText(verifier)} http://127.0.0.1:4;quorum w`
    world = await startWorld({ KEY_STORE: newKeyFile().setting, KEY_TIME_SCALE: SCALE, LOG_WITNESSES })
  })
  afterAll(() => world.stop())

  const rows = async (text: string, values: unknown[] = []) => (await world.database.admin.query(text, values)).rows
  const stateOf = async (kid: string) => (await rows('select state from service_keys where kid = $1', [kid]))[0]?.state
  const turns = async (): Promise<number> => {
    const jobs = (await world.service.metrics()).find(({ name }) => name === 'svc_jobs_total')
    return jobs?.values.find(({ labels }) => labels['queue'] === 'replace-keys')?.value ?? 0
  }
  const entries = async (purpose: string): Promise<KeyEntry[]> => {
    const found = await rows('select l.entry from log_leaves l where l.subject_tag = $1 order by l.seq', [
      Buffer.from(await subjectTag('keys', purpose), 'hex'),
    ])
    return found.map(({ entry }) => readEntry(utf8Of(entry)) as KeyEntry)
  }

  test.each(['facts', 'receipt'])('a key for %s waits for the witnesses, however long that takes', async (purpose) => {
    const [first] = await rows(`select kid from service_keys where purpose = $1 and state = 'current'`, [purpose])
    const config = readConfig(world.settings)
    await runAdmin(config, ['keys', 'rotate', purpose, '--actor', 'ada', '--reason', 'a test'])
    const [next] = await rows(`select kid from service_keys where purpose = $1 and state = 'next'`, [purpose])
    await until(async () => (await entries(purpose)).length === 2)
    expect((await entries(purpose)).map(({ kid, state }) => [kid, state])).toEqual([
      [first.kid, 'added'],
      [next.kid, 'added'],
    ])
    await until(
      async () =>
        (await rows(`select from service_keys where kid = $1 and made_at < now() - interval '1.5 s'`, [next.kid]))
          .length > 0,
    )
    const before = await turns()
    await until(async () => (await turns()) >= before + 3)
    expect(await stateOf(next.kid)).toBe('next')

    // A witness that saw an older checkpoint alone is not enough.
    const logged = `select max(log_index) as at from log_leaves where entry::jsonb ->> 'kid' = $1`
    const [{ at }] = await rows(logged, [next.kid])
    await until(async () => (await rows('select from log_checkpoints where size > $1', [at])).length > 0)
    const cosign = async (compared: '<=' | '>') => {
      for (const { size } of await rows(`select size from log_checkpoints where size ${compared} $1`, [at])) {
        await transactionsOn(world.database.admin).asSystem((tx) => keepCosignature(tx, Number(size), WITNESS, 'seen'))
      }
    }
    await cosign('<=')
    const later = await turns()
    await until(async () => (await turns()) >= later + 3)
    expect(await stateOf(next.kid)).toBe('next')

    await cosign('>')
    await until(async () => (await stateOf(next.kid)) === 'current')
    expect(await stateOf(first.kid)).toBe('retired')
    await until(async () => (await entries(purpose)).length === 3, 10_000).catch(() => {})
    expect((await entries(purpose)).at(-1)).toMatchObject({ kid: first.kid, state: 'retired', purpose })
    expect((await servedKeys(world.url)).map(({ kid }) => kid)).toEqual(expect.arrayContaining([first.kid, next.kid]))
  })
})

/** What a login for `admin` does to the keys that the service makes itself. */
describe("an operator's commands", () => {
  test("an operator's login ends a signing key and lets the next one sign, and overwrites no key", async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const logins = await createLogins(database.url)
    onTestFinished(() => logins.drop())
    const { DATABASE_OPERATOR_URL } = logins.settings
    const client = new pg.Client({ connectionString: DATABASE_OPERATOR_URL, options: '-c search_path=pursestrings' })
    await client.connect()
    onTestFinished(() => client.end())
    const transactions = transactionsOn(database.admin)
    for (const purpose of ['facts', 'webhook'] as const)
      for (const state of ['next', 'current', 'retired'] as const) {
        const key = {
          purpose,
          kid: `${purpose}-${state}`,
          public_jwk: {},
          sealed: Buffer.from('sealed'),
          sealed_by: 'kek',
        }
        await transactions.asSystem((tx) => insertKey(tx, key, state))
      }
    const change = (kid: string, to: string) => client.query(`update service_keys set ${to} where kid = $1`, [kid])
    const REFUSED = {
      code: '42501',
      message: expect.stringContaining('an operator marks a signing key as compromised'),
    }
    const { rows } = await database.admin.query<{ kid: string }>('select kid from service_keys')
    expect(rows).toHaveLength(6)
    for (const { kid } of rows)
      for (const to of ["sealed = 'x'", "sealed_by = 'x'", 'not_after = now()'])
        await expect(change(kid, to)).rejects.toMatchObject(REFUSED)
    const stolen = "compromised_at = now(), state = 'retired'"
    for (const [kid, to] of [
      ['webhook-current', stolen],
      ['webhook-retired', stolen],
      ['facts-retired', `${stolen}, sealed = 'x'`],
      ['facts-current', "state = 'retired', not_after = now()"],
    ] as const)
      await expect(change(kid, to)).rejects.toMatchObject(REFUSED)
    await change('facts-retired', stolen)
    await change('facts-current', `${stolen}, not_after = now(), sealed = 'its public part'`)
    const promoted = "state = 'current', not_before = now()"
    await expect(change('facts-next', `${promoted}, sealed = 'x'`)).rejects.toMatchObject(REFUSED)
    await change('facts-next', promoted)
  })
})
