/**
 * `npm run release -- --dry-run`: everything that a release publishes, made in dist/release, and nothing uploaded: npm packages, the
 * Python client, the service with its SBOM, the chart, and their SHA-256 sums. The workflow `release` makes the same files by the same
 * command and uploads them; only there is an image built.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packPackages } from './pack-packages.ts'
import { packageServer, packServer } from './package-server.ts'
import { readManifest, releaseFaults } from './read-versions.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3'
/** In every archive the same, so that the same sources give the same bytes. */
const AS_IF = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']

/** Answers with the names of the files, npm's packages first and in their order. */
export const makeRelease = async (into: string): Promise<string[]> => {
  const faults = releaseFaults(ROOT, process.env.GITHUB_REF_TYPE === 'tag' ? process.env.GITHUB_REF_NAME : undefined)
  if (faults.length > 0) throw new Error(`this can't be released:\n${faults.join('\n')}`)
  process.chdir(ROOT)
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const packages = await packPackages(into)
  const scratch = mkdtempSync(join(tmpdir(), 'pursestrings-release-'))
  try {
    const server = await packageServer(join(scratch, 'server'))
    packServer(server, into)
    cpSync(join(server, 'sbom.cdx.json'), join(into, 'pursestrings-server.sbom.cdx.json'))
    const python = join(scratch, 'python')
    cpSync('python', python, { recursive: true })
    await run(PYTHON, [
      '-m',
      'pip',
      'wheel',
      '--no-deps',
      '--no-build-isolation',
      '--no-index',
      '--wheel-dir',
      into,
      python,
    ])
    const { version } = readManifest(ROOT, 'server/package.json')
    const chart = join(into, `pursestrings-chart-${version}.tgz`)
    await run('tar', [...AS_IF, '--transform=s,^helm,pursestrings,', '-czf', chart, '-C', 'deploy', 'helm'])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  const first = packages.map((file) => file.slice(into.length + 1))
  const names = [
    ...first,
    ...readdirSync(into)
      .filter((name) => !first.includes(name))
      .toSorted(),
  ]
  const sums = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(into, name)))
        .digest('hex')}  ${name}\n`,
  )
  writeFileSync(join(into, 'SHA256SUMS'), sums.join(''))
  return names
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] !== '--dry-run' || process.argv.length > 3) {
    console.error(
      'npm run release -- --dry-run    makes what a release publishes, in dist/release; the workflow uploads it',
    )
    process.exit(2)
  }
  for (const name of await makeRelease(join(ROOT, 'dist/release'))) console.log(name)
}
