import { describe, expect, test } from 'vitest'
import { CLIENT_NAMES, mcpClient, type Place } from './mcp-clients.ts'

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
