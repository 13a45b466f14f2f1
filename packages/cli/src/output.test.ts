import { execFileSync } from 'node:child_process'
import type { PaymentRequest } from '@pursestrings/sdk'
import type { Command } from 'commander'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { checkOf, HOLDING, REFUSED } from '../../../tests/vectors/payment-links.ts'
import { checkClock, checkDns, checkTls } from './checks.ts'
import { bashScript, nodesOf } from './commands/completion.ts'
import { CLIENT_NAMES, mcpClient, mergeServers, type Place } from './commands/mcp.ts'
import { fieldsText, plain, tableText } from './output.ts'
import { createProgram } from './program.ts'
import { checkRequest, checkRequests, REQUEST_TITLES, requestFields, requestRow } from './request-text.ts'
import { qrLines } from './terminal-qr.ts'

// Whoever runs the tests through npx would read `npx pursestrings`.
delete process.env['npm_command']

describe('layout', () => {
  describe('a table', () => {
    const rows = [
      ['pr_1', 'pending', 'A payee with quite a long name'],
      ['pr_22', 'confirmed', null],
    ]
    test('aligns its columns, and shows what is absent as a dash', () => {
      expect(tableText(['ID', 'STATUS', 'PAYEE'], rows)).toBe(
        ['ID     STATUS     PAYEE', 'pr_1   pending    A payee with quite a long name', 'pr_22  confirmed  -'].join(
          '\n',
        ),
      )
    })
    test('never wraps: what is too wide for the terminal is cut at the end', () => {
      const lines = tableText(['ID', 'STATUS', 'PAYEE'], rows, 30).split('\n')
      expect(lines[1]).toBe('pr_1   pending    A payee wit…')
      for (const width of [5, 10, 20, 30, 80]) {
        for (const line of tableText(['ID', 'STATUS', 'PAYEE'], rows, width).split('\n'))
          expect(line.length).toBeLessThanOrEqual(width)
      }
    })
    test('keeps the column for people at 80 columns: ids between give way first', () => {
      const id = (prefix: string) => `${prefix}_01k0000000e008000000000000`
      const [, line = ''] = tableText(
        ['RECIPIENT ID', 'ACTIVE VERSION', 'CREATED', 'NAME'],
        [[id('rcp'), id('rcv'), '2026-11-15T09:30:00.000Z', 'Harbour Books till']],
        80,
      ).split('\n')
      expect(line).toMatch(/^rcp_01k0000000e008000000000000 {2}rcv_.*… {2}.* {2}Harbour Books till$/)
      expect(line.length).toBeLessThanOrEqual(80)
    })
  })

  describe('text of others', () => {
    test('cannot steer the terminal or begin a line of its own', () => {
      expect(plain('\u001b[2Jpaid\r\nstatus  confirmed\u0007\u009b1m\u202e')).toBe('paid  status  confirmed  ')
      expect(fieldsText([['payee', 'a\nstatus  confirmed']])).toBe('payee  a status  confirmed')
    })
  })

  describe('fields', () => {
    test('are aligned, and left out where they are absent', () => {
      expect(
        fieldsText([
          ['a', 1],
          ['long name', 'x'],
          ['gone', undefined],
          ['none', null],
        ]),
      ).toBe('a          1\nlong name  x')
    })
  })
})

describe('terminal qr', () => {
  const URI = 'svc://pair?session=prs_01k0000000e008000000000000&code=WDJB-MJHT&service=https%3A%2F%2Fpay.example.com'

  /** The picture that a camera would see, with some points per module. */
  const photographed = (lines: readonly string[], drawn_is_dark: boolean) => {
    const scale = 4
    const modules = lines.flatMap((line) => {
      const blocks = Array.from(line)
      return [blocks.map((block) => '▀█'.includes(block)), blocks.map((block) => '▄█'.includes(block))]
    })
    const [width, height] = [(modules[0]?.length ?? 0) * scale, modules.length * scale]
    const data = new Uint8Array(width * height * 4).fill(255)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const drawn = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] ?? false
        data.fill(drawn === drawn_is_dark ? 0 : 255, (y * width + x) * 4, (y * width + x) * 4 + 3)
      }
    }
    return { width, height, data }
  }

  describe('a pairing address as a QR code', () => {
    test.each([true, false])('can be read from the screen (light on dark: %s)', (light_on_dark) => {
      expect(decodeQR(photographed(qrLines(URI, light_on_dark), !light_on_dark))).toBe(URI)
    })
    test('fits a terminal of 80 columns and 30 lines', () => {
      const lines = qrLines(URI, false)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
      expect(lines.length).toBeLessThanOrEqual(30)
    })
  })
})

describe('checks', () => {
  describe('the clock', () => {
    const now = Date.parse('2026-11-15T12:00:00Z')
    test.each([
      ['Sun, 15 Nov 2026 12:00:00 GMT', 'ok'],
      ['Sun, 15 Nov 2026 11:59:54 GMT', 'warn'],
      ['Sun, 15 Nov 2026 12:00:20 GMT', 'fail'],
      ['Sun, 15 Nov 2026 11:00:00 GMT', 'fail'],
      [null, 'warn'],
    ])('%s is %s', (date, verdict) => {
      const check = checkClock(date, now)
      expect(check.verdict).toBe(verdict)
      expect(check.remedy === undefined).toBe(verdict === 'ok')
    })
  })

  describe('the way to the service', () => {
    test('a name without an address fails, with a remedy', async () => {
      expect(await checkDns(new URL('https://no-such-host.invalid'))).toMatchObject({
        verdict: 'fail',
        remedy: expect.any(String),
      })
    })
    test('plain http is fine on this machine, and nowhere else', async () => {
      expect((await checkTls(new URL('http://127.0.0.1:8787'))).verdict).toBe('ok')
      expect((await checkTls(new URL('http://pay.example.com'))).verdict).toBe('fail')
    })
  })
})

// What the CLI shows of a payment comes from facts whose signature was checked: the links of the shared vector file.
describe('checked request', () => {
  const [first] = HOLDING

  describe('the link that is printed', () => {
    test.each(HOLDING)('$what', async (vector) => {
      const checked = await checkRequest(checkOf(vector), vector.request)
      expect(checked.wallet_link ?? null).toBe(vector.link)
      const [printed = null] = /^wallet link +(.*)$/m.exec(fieldsText(requestFields(checked)))?.slice(1) ?? []
      expect(printed).toBe(vector.link)
    })

    test.each(REFUSED)('$what', async (vector) => {
      const failure = vector.refused === 'pin_required' ? { name: 'PinRequiredError' } : { reason: vector.refused }
      await expect(checkRequest(checkOf(vector), vector.request)).rejects.toMatchObject(failure)
    })
  })

  test('a request that waits for nobody has no link', async () => {
    expect((await checkRequest(checkOf(first), { ...first.request, status: 'signed' })).wallet_link).toBeUndefined()
  })

  test('with --json, what a payment carries is what was signed, whatever else was sent', async () => {
    const referenced = HOLDING.find(({ request }) => request.reference_value !== undefined)?.request as PaymentRequest
    const { record } = await checkRequest(checkOf(first), referenced)
    expect(record.reference_value).toBe(referenced.facts_digest)
    const unreferenced = {
      ...first.request,
      reference_value: '00'.repeat(32),
      payment: { ...first.request.payment, x: 1 },
    }
    expect((await checkRequest(checkOf(first), unreferenced)).record).not.toMatchObject({
      reference_value: '00'.repeat(32),
    })
    expect((await checkRequest(checkOf(first), unreferenced)).record.payment).toEqual(first.request.payment)
  })

  test('an answer about another request is refused, however well it is signed', async () => {
    await expect(checkRequest(checkOf(first), first.request, 'pr_another')).rejects.toMatchObject({ reason: 'intent' })
  })

  test('a list shows nothing of a payment that does not hold, and all of the others', async () => {
    const bent = { ...first.request, payment: { ...first.request.payment, amount: '999' } }
    const [good, bad] = await checkRequests(checkOf(first), [first.request, bent])
    expect(good?.record).toMatchObject({ payment: first.request.payment })
    const { request_id, status } = bent
    expect(bad?.record).toEqual({ request_id, status, facts_not_verified: 'digest' })
    const table = tableText(
      REQUEST_TITLES,
      [good, bad].map((one) => requestRow(one as NonNullable<typeof one>)),
    )
    expect(table).toContain('120.1234567 XLM')
    expect(table).toMatch(/not shown +the facts aren't what the service signed: don't pay/)
    expect(table).not.toContain('999')
  })
})

describe('mcp clients', () => {
  const place: Place = { platform: 'linux', home: '/home/ada', app_data: undefined, folder: '/work/shop' }
  const filesOn = (more: Partial<Place>) => CLIENT_NAMES.map((name) => mcpClient(name, { ...place, ...more }).file)

  describe('where MCP clients keep their servers', () => {
    test.skipIf(process.platform === 'win32')('on each system', () => {
      const elsewhere = ['/work/shop/.mcp.json', '/work/shop/.cursor/mcp.json', '/work/shop/.vscode/mcp.json']
      const windsurf = '/home/ada/.codeium/windsurf/mcp_config.json'
      const desktop = (folder: string) => [`${folder}/Claude/claude_desktop_config.json`, ...elsewhere, windsurf]
      expect(filesOn({})).toEqual(desktop('/home/ada/.config'))
      expect(filesOn({ platform: 'darwin' })).toEqual(desktop('/home/ada/Library/Application Support'))
      expect(filesOn({ platform: 'win32', app_data: '/roaming' })).toEqual(desktop('/roaming'))
    })

    test('VS Code alone has another key and names the transport', () => {
      const written = CLIENT_NAMES.map((name) => [mcpClient(name, place).key, mcpClient(name, place).extra])
      expect(written).toEqual(
        CLIENT_NAMES.map((name) => (name === 'vscode' ? ['servers', { type: 'stdio' }] : ['mcpServers', {}])),
      )
    })
  })
})

describe('completion', () => {
  const nodes = nodesOf(createProgram())

  /** What bash offers for the last of these words. */
  const offered = (...words: string[]): string[] => {
    const script = `${bashScript(nodes)}
COMP_WORDS=(pursestrings ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _pursestrings; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
  }

  describe('completion in bash', () => {
    test('knows the commands', () => {
      expect(offered('re').toSorted()).toEqual(['receipt', 'recipients', 'requests'])
      expect(offered('wallet', 'invitations', 'a')).toEqual(['approve'])
    })
    test('knows the options of the very command, wherever options stand before it', () => {
      expect(offered('--json', 'requests', 'create', '--am')).toEqual(['--amount'])
      expect(offered('events', 'follow', '--s')).toEqual(['--since'])
    })
    test('offers nothing of another command', () => {
      expect(offered('logout', '--am')).toEqual([])
    })
  })
})

describe('mcp', () => {
  describe('the file of an MCP client', () => {
    test('keeps what else it holds', () => {
      const there = { theme: 'dark', mcpServers: { other: { command: 'x' }, pursestrings: { command: 'old' } } }
      expect(mergeServers(there, { mcpServers: { pursestrings: { command: 'new' } } })).toEqual({
        theme: 'dark',
        mcpServers: { other: { command: 'x' }, pursestrings: { command: 'new' } },
      })
      expect(mergeServers({}, { servers: { a: 1 } })).toEqual({ servers: { a: 1 } })
    })
  })
})

describe('program', () => {
  const commandsIn = (command: Command, path: string): [string, Command][] => [
    [path, command],
    ...command.commands.flatMap((one) => commandsIn(one, `${path} ${one.name()}`)),
  ]
  const helpOf = (command: Command): string => {
    let said = ''
    command.configureOutput({ writeOut: (text) => void (said += text), getOutHelpWidth: () => 80 })
    command.outputHelp()
    return said
  }
  const all = commandsIn(createProgram(), 'pursestrings')

  describe.each(all)('%s', (path, command) => {
    const help = helpOf(command)
    test('has help with an example of itself, no wider than 80 columns', () => {
      expect(help).toMatch(new RegExp(`\\n  \\$ ${path}`))
      for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    })
    test('takes --json and --profile', () => {
      expect(help).toMatch(/ --json /)
      expect(help).toMatch(/ --profile <name> /)
    })
  })

  describe('the test wallet', () => {
    test('is called a TEST wallet wherever it is spoken of', () => {
      const wallet = all.find(([path]) => path === 'pursestrings wallet')?.[1]
      expect(wallet?.description()).toContain('TEST wallet')
    })
  })
})
