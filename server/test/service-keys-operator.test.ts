/** What a login for `admin` does to the keys that the service makes itself. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { insertKey } from '../src/transparency/service-keys/service-keys.store.ts'
import { createTestDatabase } from './database.ts'
import { createLogins } from './logins.ts'

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
  const REFUSED = { code: '42501', message: expect.stringContaining('an operator marks a signing key as compromised') }
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
