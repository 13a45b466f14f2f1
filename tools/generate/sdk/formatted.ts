/** Source texts as `npm run fix` would leave them: generated files are read by people too. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BIOME = fileURLToPath(new URL('../../../node_modules/@biomejs/biome/bin/biome', import.meta.url))

export const formatted = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, format(folder + name, text)]))

const format = (path: string, input: string): string => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [BIOME, 'check', '--write', `--stdin-file-path=${path}`],
    { input, encoding: 'utf8', cwd: fileURLToPath(new URL('../../..', import.meta.url)) },
  )
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`)
  return stdout
}
