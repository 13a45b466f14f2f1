/** Where each MCP client keeps its servers, and how it writes them down. */
import { homedir } from 'node:os'
import { join } from 'node:path'

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
