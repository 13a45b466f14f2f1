/** `mcp install`: tells an MCP client how to start our server for the profile. It holds no secret: the profile does. */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Command, Option } from 'commander'
import { addCommand, addGroup, type Run, runs } from '../run.ts'
import { failed } from '../stop.ts'

type Json = Readonly<Record<string, unknown>>

/** VS Code's own file, `.vscode/mcp.json` or `mcp.json` of a user, names them otherwise than the other clients. */
const keyFor = (client: string | undefined, file: string | undefined): 'servers' | 'mcpServers' =>
  client === 'vscode' ||
  (client === undefined && file !== undefined && /(^|[/\\])(\.vscode|Code|User)[/\\]mcp\.json$/.test(file))
    ? 'servers'
    : 'mcpServers'

interface Install {
  readonly name: string
  readonly write?: string
  readonly client?: 'vscode' | 'other'
}

const install = async (run: Run, { name, write, client }: Install): Promise<void> => {
  const { profiles, output } = run
  if (!profiles.read().connection)
    output.note('The profile is not connected yet: countersign connect, or countersign pair.')
  const key = keyFor(client, write)
  const entry = { [key]: { [name]: { ...serverCommand(), env: environmentOf(run) } } }
  if (write === undefined) return output.answer(entry, JSON.stringify(entry, null, 2))
  const merged = mergeServers(existsSync(write) ? jsonIn(write) : {}, entry)
  const mode = statSync(write, { throwIfNoEntry: false })?.mode ?? 0o600
  writeFileSync(`${write}.new`, `${JSON.stringify(merged, null, 2)}\n`, { mode })
  renameSync(`${write}.new`, write)
  output.answer({ written: write, ...entry }, `${name} is in ${write}; restart the client that reads it.`)
}

export const mergeServers = (there: Json, entry: Readonly<Record<string, Json>>): Json => ({
  ...there,
  ...Object.fromEntries(
    Object.entries(entry).map(([key, servers]) => [key, { ...(there[key] as Json | undefined), ...servers }]),
  ),
})

/** The one that lies beside us, in a clone or where both are installed; otherwise the published one. */
const serverCommand = (): { readonly command: string; readonly args: readonly string[] } => {
  const beside = fileURLToPath(new URL('../../../mcp/bin/countersign-mcp.js', import.meta.url))
  return existsSync(beside)
    ? { command: process.execPath, args: [beside] }
    : { command: 'npx', args: ['-y', '@countersign/mcp'] }
}

/** A client starts the server with an environment of its own. */
const environmentOf = ({ profiles, environment }: Run): Record<string, string> => ({
  COUNTERSIGN_PROFILE: profiles.name,
  COUNTERSIGN_CONFIG_DIR: environment.config_dir,
})

const jsonIn = (file: string): Json => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {
    // Told below.
  }
  throw failed(`${file} is no JSON object.`, 'Nothing was changed. Run it without --write, and copy what it prints.')
}

export const addMcp = (program: Command): void => {
  const mcp = addGroup(program, 'mcp', 'Let a model ask for payments, through MCP', ['mcp install'])
  addCommand(mcp, 'install', 'Print the configuration of an MCP client for the profile, or write it', [
    'mcp install',
    'mcp install --write .mcp.json',
    'mcp install --write .vscode/mcp.json',
  ])
    .option('--name <name>', 'what the client calls the server', 'countersign')
    .addOption(
      new Option('--client <client>', 'whose file it is (default: vscode for .vscode/mcp.json, else other)').choices([
        'vscode',
        'other',
      ]),
    )
    .option('--write <file>', "merge it into the client's file, which keeps what else it holds")
    .action(runs(install))
}
