/** The practice web site of `npm run dev`, as a folder: what is written there stands on `https://shop.localhost`. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { wrongUsage } from '../stop.ts'

export const PRACTICE_HOST = 'shop.localhost'
const CHALLENGE = 'svc-challenge.txt'
const LISTING = 'svc-recipients.json'

/** Given, or found in this folder or one above it. */
export const findSite = (input: string | undefined, from = process.cwd()): string => {
  if (input !== undefined) return input
  for (let folder = from; ; folder = dirname(folder)) {
    const site = join(folder, '.pursestrings', 'site')
    if (existsSync(site)) return site
    if (folder === dirname(folder)) break
  }
  throw wrongUsage(
    "Can't find the practice site of `npm run dev`.",
    'Start `npm run dev` and run this in the same repository, or add --site <folder>.',
  )
}

const put = async (site: string, name: string, text: string): Promise<void> => {
  await mkdir(join(site, '.well-known'), { recursive: true })
  await writeFile(join(site, '.well-known', name), text)
}

export const publishChallenge = (site: string, value: string): Promise<void> => put(site, CHALLENGE, `${value}\n`)

/** Beside what is listed there already. */
export const publishPayee = async (site: string, entry: object): Promise<void> => {
  const text = await readFile(join(site, '.well-known', LISTING), 'utf8').catch(() => '{}')
  const others = listed(text).filter((one) => JSON.stringify(one) !== JSON.stringify(entry))
  await put(site, LISTING, `${JSON.stringify({ recipients: [...others, entry] }, null, 2)}\n`)
}

const listed = (text: string): readonly unknown[] => {
  try {
    const { recipients } = JSON.parse(text) as { recipients?: unknown }
    return Array.isArray(recipients) ? recipients : []
  } catch {
    return []
  }
}
