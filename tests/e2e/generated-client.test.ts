/**
 * The OpenAPI document is enough to build a client from: openapi-typescript makes its types, a TypeScript that is not ours
 * checks a program against them, and the program completes a payment.
 */
import { execFile } from 'node:child_process'
import { cp, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT, startDev } from './dev-run.ts'
import { scratchFolder } from './document-walk.ts'
import { createScratchDatabase } from './scratch-database.ts'

const run = promisify(execFile)

interface Kept {
  readonly connection: { readonly connection_token: string }
  readonly wallet: { readonly token: string }
  readonly payee: { readonly recipient_id: string; readonly recipient_version_id: string }
}

test('a client that is generated from the OpenAPI document requests, approves and confirms a payment', async () => {
  await using folder = await scratchFolder()
  const cwd = folder.path
  await cp(join(ROOT, 'tests/e2e/generated-client'), cwd, { recursive: true })
  await rename(join(cwd, 'journey.ts.txt'), join(cwd, 'journey.ts'))
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd })
  await run('npx', ['openapi-typescript', join(ROOT, 'docs/generated/openapi.json'), '-o', 'api.ts'], { cwd })
  await run('npx', ['tsc', '-p', 'tsconfig.client.json'], { cwd })

  const database = await createScratchDatabase()
  onTestFinished(() => database.drop())
  const dev = await startDev([], { DATABASE_URL: database.url })
  onTestFinished(() => dev.stop())
  const env = { ...process.env, PURSESTRINGS_CONFIG_DIR: join(cwd, 'profiles'), PURSESTRINGS_BASE_URL: dev.base_url }
  const demo = ['demo', '--site', dev.site_folder]
  await run(process.execPath, [join(ROOT, 'packages/cli/bin/pursestrings.js'), ...demo], { cwd, env })
  const { connection, wallet, payee } = JSON.parse(await readFile(join(cwd, 'profiles/default.json'), 'utf8')) as Kept
  const input = [connection.connection_token, wallet.token, payee.recipient_id, payee.recipient_version_id]
  const { stdout } = await run(process.execPath, ['journey.ts', dev.base_url, ...input], { cwd })
  expect(JSON.parse(stdout)).toEqual({
    payee: 'shop.localhost',
    status: 'confirmed',
    events: ['pending', 'signed', 'broadcasted', 'confirmed'].map((status) => `payment_request.${status}`),
    refused: 'validation_failed',
    fields: ['payment.amount', 'idempotency_key'],
  })
})
