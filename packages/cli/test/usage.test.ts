/** What holds for every command, also without a service: exit codes, where it speaks, and what it never says. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Home, newHome } from './command.ts'

const homes: Home[] = []
const home = (environment: Record<string, string> = {}): Home => {
  const one = newHome(environment)
  homes.push(one)
  return one
}
afterAll(() => {
  for (const one of homes) one.remove()
})
const here = home()
const secret = `svc_session_${'Ab3'.repeat(16)}x`

describe('exit code 2 and a word on what to do', () => {
  test.each([
    [['requestz'], /unknown command 'requestz' \(Did you mean requests\?\)/],
    [['requests', 'creat'], /unknown command 'creat' \(Did you mean create\?\)/],
    [['requests', 'create', '--amout', '1', '--task', 'x'], /unknown option '--amout' \(Did you mean --amount\?\)/],
    [['requests', 'create', '--amount', '1'], /required option '--task <ref>' not specified/],
    [['requests', 'list', '--status', 'paid'], /Use one of: pending, signed/],
    [['requests', 'create', '--amount', '012', '--task', 'x'], /must be a decimal amount greater than zero/],
    [['requests', 'create', '--amount', '1', '--task', 'x', '--recipient', 'till'], /an id that begins with `rcp_`/],
    [['recipients', 'create', '--network', 'moon'], /Allowed choices are stellar_public, .*stellar_testnet/],
    [['webhooks', 'create', '--events', 'payment_request.paid'], /Use one of: payment_request\.pending/],
    [['events', 'follow', '--since', '-1'], /must be a whole number from 0 to/],
    [['agents', 'rotate-key', '--days', '401'], /Give 1 to 400 days/],
    [['requests', 'watch', 'a', 'b'], /too many arguments/],
    [['wallet', 'run', '--behave', 'steal'], /Allowed choices are approve, reject, silent, lie/],
    [['connect', 'K', '--scopes', 'everything'], /Use one of: payment\.requests\.create/],
    [['login'], /Your email address is missing/],
    [['whoami', '--profile', '../etc'], /isn't a valid profile name/],
    [['requests', 'list', '--profile', 'nosuch'], /There's no profile "nosuch"/],
    [['init', '--base-url', 'http://pay.example.com'], /needs https/],
  ])('%j', async (args, says) => {
    const { code, stdout, stderr } = await here.run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(says)
    expect(stderr).toMatch(/\n {2}what to do: \S.*\n$/)
  })

  test('a group without a command shows its help on stderr, and is no success', async () => {
    const { code, stdout, stderr } = await here.run(['agents'])
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^Usage: pursestrings agents /)])
  })
})

test('a command that is shown can be typed as it is, also where only npx finds it', async () => {
  const said = (await home({ npm_command: 'exec' }).run(['requests', 'list'])).stderr
  expect(said).toContain('Run npx pursestrings connect <connect-key>, or npx pursestrings pair.')
  expect((await here.run(['requests', 'list'])).stderr).toContain('Run pursestrings connect <connect-key>')
})

describe('exit code 3', () => {
  test.each([
    [['agents', 'list'], /isn't signed in/],
    [['requests', 'list'], /isn't connected to a wallet/],
    [['wallet', 'inbox'], /no test wallet/],
    [['pair'], /no agent key/],
  ])('%j', async (args, says) => {
    const { code, stdout, stderr } = await here.run(args)
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(says)
  })
})

describe('with --json', () => {
  test('a failure is one document on stderr, and stdout stays empty', async () => {
    const { code, stdout, stderr } = await here.run(['agents', 'list', '--json'])
    expect([code, stdout]).toEqual([3, ''])
    expect(JSON.parse(stderr)).toEqual({
      error: { message: expect.any(String), what_to_do: expect.any(String) },
      exit_code: 3,
    })
  })

  test('doctor says in one document what is wrong, with code 1, when nobody answers', async () => {
    const away = home({ PURSESTRINGS_BASE_URL: 'http://127.0.0.1:4' })
    const { code, stdout, stderr } = await away.run(['doctor', '--json'])
    const { healthy, checks } = JSON.parse(stdout)
    expect([code, stderr, healthy]).toEqual([1, '', false])
    expect(checks.find((one: { name: string }) => one.name === 'service')).toMatchObject({
      verdict: 'fail',
      seen: expect.stringContaining('ECONNREFUSED'),
      remedy: expect.any(String),
    })
  })
})

describe('secrets', () => {
  test('are struck out of what is told about a wrong command line', async () => {
    const said = await Promise.all([
      here.run(['requests', 'list', secret]),
      here.run(['requests', 'list', '--limit', secret]),
      here.run([secret, '--json']),
      here.run(['login', `--tokn=${secret}`]),
    ])
    for (const { code, stdout, stderr } of said) {
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).not.toContain(secret.slice(-20))
    }
  })

  test('of one service are not sent to another', async () => {
    const mine = home()
    await mine.json(['init'])
    const file = join(mine.folder, 'default.json')
    const profile = JSON.parse(readFileSync(file, 'utf8'))
    const session = { email: 'a@merchant.example', merchant_id: 'mer_0', session_token: secret }
    writeFileSync(file, JSON.stringify({ ...profile, session }))
    const elsewhere = newHome({ PURSESTRINGS_CONFIG_DIR: mine.folder, PURSESTRINGS_BASE_URL: 'https://other.example' })
    homes.push(elsewhere)
    const { code, stderr } = await elsewhere.run(['agents', 'list'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('is for http://127.0.0.1:8787')])
  })
})

describe('output without a terminal', () => {
  test('has colours where they are wanted, and none with NO_COLOR', async () => {
    const command = ['doctor']
    const wanting = home({ FORCE_COLOR: '1' })
    const unwilling = home({ NO_COLOR: '1' })
    expect((await wanting.start(command).ended).stdout).toContain('\u001b[')
    expect((await unwilling.start(command).ended).stdout).not.toContain('\u001b[')
  })

  test('has no colours and no cursor codes', async () => {
    const { stdout, stderr } = await here.start(['doctor']).ended
    expect(stdout + stderr).not.toContain('\u001b')
    expect((await here.start(['--help']).ended).stdout).not.toContain('\u001b')
  })
})

test('whoever sells writes the list of their domain without an account, and adds to one that is there', async () => {
  const address = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
  const entry = { network: 'stellar_testnet', asset: 'XLM', address }
  const printed = await here.run(['payees', 'publish', '--address', address])
  expect([printed.code, JSON.parse(printed.stdout)]).toEqual([0, { recipients: [entry] }])
  const file = join(here.folder, 'svc-recipients.json')
  const add = (...more: string[]) => here.run(['payee', 'publish', '--address', address, '--file', file, ...more])
  for (const more of [[], ['--memo', '1042'], []]) expect((await add(...more)).code).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ recipients: [entry, { ...entry, memo: '1042' }] })
  writeFileSync(file, '[]')
  const refused = await add()
  expect([refused.code, readFileSync(file, 'utf8')]).toEqual([1, '[]'])
  expect(refused.stderr).toContain('has no list "recipients"')
})

test('the routes of an x402 server are listed as they are, each address once, and nothing that nobody here pays', async () => {
  const paid = (payTo: unknown, more = {}) => ({
    scheme: 'exact',
    network: 'eip155:84532',
    price: '$0.25',
    payTo,
    ...more,
  })
  const [address, other] = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x90F79bf6EB2c4f870365E785982E1f101E93b906']
  const file = join(here.folder, 'routes.json')
  const list = (routes: object) => {
    writeFileSync(file, JSON.stringify(routes))
    return here.run(['payee', 'publish', '--x402', file])
  }
  const { stdout } = await list({
    'GET /tides': { accepts: paid(address), description: 'Tide tables' },
    'GET /charts': {
      accepts: [
        paid(address),
        paid(other),
        paid(other, { network: 'eip155:8453' }),
        paid({}),
        paid(other, { scheme: 'upto' }),
      ],
    },
    'GET /free': {},
  })
  const entry = {
    network: 'base_sepolia',
    asset: 'USDC',
    address,
    contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  }
  expect(JSON.parse(stdout)).toEqual({ recipients: [entry, { ...entry, address: other }] })
  const refused = await list({ 'GET /charts': { accepts: paid(address, { network: 'eip155:1' }) } })
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('has no route that is paid by the scheme exact on eip155:84532'),
  ])
  expect((await here.run(['payee', 'publish'])).code).toBe(2)
})
