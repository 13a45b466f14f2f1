/** `mcp install`: tells an MCP client how to start our server for the profile. It holds no secret: the profile does. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, Option } from 'commander'
import { addCommand, addGroup, type Run, runs } from '../run.ts'
import { failed } from '../stop.ts'

type Json = Readonly<Record<string, unknown>>

interface Install {
  readonly name: string
  readonly write?: string
  readonly client?: ClientName
  readonly print?: true
}

/** VS Code's own file, `.vscode/mcp.json` or `mcp.json` of a user, names them otherwise than the other clients. */
const isVsCodes = (file: string): boolean => /(^|[/\\])(\.vscode|Code|User)[/\\]mcp\.json$/.test(file)

const targetOf = ({ client, write, print }: Install, place: Place): { file: string | undefined; as: McpClient } => {
  const named = client ?? (write !== undefined && isVsCodes(write) ? 'vscode' : undefined)
  const as = mcpClient(named ?? 'claude-code', place)
  if (print) return { file: undefined, as }
  return { file: write ?? (client === undefined ? undefined : as.file), as }
}

const install = async (run: Run, given: Install): Promise<void> => {
  const { profiles, output } = run
  const { name, client } = given
  if (!profiles.read().connection) output.note('Not connected yet. Next: pursestrings connect, or pursestrings pair')
  const { file, as } = targetOf(given, thisPlace(run.environment.app_data))
  const entry = { [as.key]: { [name]: { ...as.extra, ...serverCommand(), env: environmentOf(run) } } }
  if (file === undefined) return output.answer(entry, JSON.stringify(entry, null, 2))
  writeMerged(file, entry)
  const reader = client === undefined ? 'the client' : as.title
  output.answer({ written: file, ...entry }, `${name} is in ${file}; restart ${reader}.`)
}

/** Whole or not at all; a file of the user's keeps who may read it. */
const writeMerged = (file: string, entry: Readonly<Record<string, Json>>): void => {
  const merged = mergeServers(existsSync(file) ? jsonIn(file) : {}, entry)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(merged, null, 2)}\n`, { mode })
  renameSync(`${file}.new`, file)
}

export const mergeServers = (there: Json, entry: Readonly<Record<string, Json>>): Json => ({
  ...there,
  ...Object.fromEntries(
    Object.entries(entry).map(([key, servers]) => [key, { ...(there[key] as Json | undefined), ...servers }]),
  ),
})

/** The one that lies beside us, in a clone or where both are installed. None is published that npx could fetch. */
const serverCommand = (): { readonly command: string; readonly args: readonly string[] } => {
  const beside = fileURLToPath(new URL('../../../mcp/bin/pursestrings-mcp.js', import.meta.url))
  if (existsSync(beside)) return { command: process.execPath, args: [beside] }
  throw failed(
    "The MCP server isn't installed beside this command.",
    'Install the packed @pursestrings/mcp there, or run this in a clone.',
  )
}

/** A client starts the server with an environment of its own. */
const environmentOf = ({ profiles, environment }: Run): Record<string, string> => ({
  PURSESTRINGS_PROFILE: profiles.name,
  PURSESTRINGS_CONFIG_DIR: environment.config_dir,
})

const jsonIn = (file: string): Json => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {
    // Told below.
  }
  throw failed(`${file} isn't a JSON object.`, 'Nothing changed. Run it without --write and copy the output.')
}

export const addMcp = (program: Command): void => {
  const mcp = addGroup(program, 'mcp', 'Let a model request payments over MCP', ['mcp install'])
  addCommand(mcp, 'install', "Add the MCP server to a client's configuration", [
    'mcp install --client claude-desktop',
    'mcp install --client vscode',
    'mcp install --write .mcp.json',
  ])
    .addOption(new Option('--client <client>', "write to this client's own file").choices(CLIENT_NAMES))
    .option('--write <file>', 'add it to this file, keeping everything else')
    .option('--print', 'Print the entry; change nothing (default without --client or --write)')
    .option('--name <name>', 'name of the server in the client', 'pursestrings')
    .action(runs(install))
}

// Where each MCP client keeps its servers, and how it writes them down.

export const CLIENT_NAMES = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf'] as const
export type ClientName = (typeof CLIENT_NAMES)[number]

export interface McpClient {
  readonly title: string
  /** The client's own file: of the project in this folder, or of the user. */
  readonly file: string
  readonly key: 'mcpServers' | 'servers'
  /** Written into each entry besides what starts the server. */
  readonly extra: Readonly<Record<string, string>>
}

export interface Place {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** %APPDATA%, where Windows has it. */
  readonly app_data: string | undefined
  /** The folder of the project. */
  readonly folder: string
}

export const thisPlace = (app_data: string | undefined): Place => ({
  platform: process.platform,
  home: homedir(),
  app_data,
  folder: process.cwd(),
})

export const mcpClient = (name: ClientName, place: Place): McpClient => {
  const { home, folder } = place
  const usual = { key: 'mcpServers', extra: {} } as const
  switch (name) {
    case 'claude-desktop':
      return { title: 'Claude Desktop', file: join(desktopFolder(place), 'claude_desktop_config.json'), ...usual }
    case 'claude-code':
      return { title: 'Claude Code', file: join(folder, '.mcp.json'), ...usual }
    case 'cursor':
      return { title: 'Cursor', file: join(folder, '.cursor', 'mcp.json'), ...usual }
    case 'vscode':
      return {
        title: 'VS Code',
        file: join(folder, '.vscode', 'mcp.json'),
        key: 'servers',
        extra: { type: 'stdio' },
      }
    case 'windsurf':
      return { title: 'Windsurf', file: join(home, '.codeium', 'windsurf', 'mcp_config.json'), ...usual }
  }
}

const desktopFolder = ({ platform, home, app_data }: Place): string => {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Claude')
  if (platform === 'win32') return join(app_data ?? join(home, 'AppData', 'Roaming'), 'Claude')
  return join(home, '.config', 'Claude')
}
