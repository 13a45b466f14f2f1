/** One program: migrates, serves, or does what the operator asks. Each command loads what it needs, and no more. */
import { VERSION } from './platform/version.ts'

const usage = async (): Promise<string> => {
  const [{ PROBE_USAGE }, { KEYS_USAGE }] = await Promise.all([
    import('./commands/probe.ts'),
    import('./commands/new-key.ts'),
  ])
  return `usage: pursestrings-server <command>

  migrate           Bring the database to this version
  api               Serve the API and its pages
  worker            Run the background work
  all               api and worker in one process
  config check      Check the settings and try every peer; changes nothing
${KEYS_USAGE}
${PROBE_USAGE}
  admin             Operator commands; alone, it lists them

Settings are environment variables: see docs/generated/settings.md.`
}

const ROLES = ['migrate', 'api', 'worker', 'all'] as const

const main = async (): Promise<void> => {
  const input = process.argv.slice(2)
  const [command, ...rest] = input
  if (command === '--help' || command === 'help') return console.log(await usage())
  if (command === '--version') return console.log(VERSION)
  if (command === 'keys') return console.log((await import('./commands/new-key.ts')).newKeys(rest, new Date()))
  if (command === 'probe') return (await import('./commands/probe.ts')).runProbe(rest)
  const { processEnvironment, readConfig } = await import('./platform/config.ts')
  if (command === 'admin')
    return console.log(await (await import('./commands/admin/admin.ts')).runAdmin(readConfig(), rest))
  if (command === 'config' && rest[0] === 'check') {
    const { checkConfig } = await import('./commands/check-config.ts')
    const { ok, lines } = await checkConfig(processEnvironment)
    console.log(lines.join('\n'))
    process.exitCode = ok ? 0 : 1
    return
  }
  const unknown = input.filter((role) => !(ROLES as readonly string[]).includes(role))
  if (unknown.length > 0) throw new Error(`unknown command: ${unknown.join(' ')}\n${await usage()}`)
  await (await import('./commands/serve.ts')).serve(readConfig(), input)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
