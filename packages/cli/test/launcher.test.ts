/** `pursestrings` as a clone has it: the committed file runs the sources, and its end is the end of the command. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, describe, expect, test } from 'vitest'
import { newHome } from './command.ts'

const home = newHome()
afterAll(() => home.remove())

describe('the launcher', () => {
  test('passes arguments, output and exit code through', async () => {
    const version = home.start(['--version'], true)
    const refused = home.start(['requests', 'create', '--amount', '1', '--task', 'a b'], true)
    expect(await version.ended).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
    expect((await refused.ended).code).toBe(3)
  })

  test('passes standard input and signals through', async () => {
    // Nobody listens there.
    await home.json(['init', '--base-url', 'http://127.0.0.1:4'])
    const login = home.start(['login', '--token', '-', '--json'], true)
    login.write('not a link\n')
    const { code, stderr } = await login.ended
    expect([code, JSON.parse(stderr).error.message]).toEqual([1, expect.stringContaining('no answer from')])

    const shown = await home.start(['login', '--token', 'a-link']).ended
    expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining('login --token - < link.txt')])
    expect(shown.stderr).not.toContain('a-link')

    const file = join(home.folder, 'default.json')
    const connection = { connection_id: 'con_0', connection_token: newSecret('conn') }
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), connection }))
    const following = home.start(['events', 'follow'], true)
    await following.says(/Following events after 0/)
    // The command takes it as a quiet end; the launcher alone would have died of it.
    expect(await following.end('SIGTERM')).toBe(0)
  })
})
