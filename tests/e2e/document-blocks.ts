/** The fenced blocks of a document. What could hide lines from the tests is refused: they would look run, and would not be. */
export interface Block {
  readonly language: string
  /** Blocks with tabs that stand together are ways to say the same thing: `sh tab="CLI"`, `ts tab="TypeScript"`. */
  readonly tab: string | undefined
  /** Whether it is the first of the tabs that stand together. */
  readonly opens_tabs: boolean
  readonly text: string
}

const FENCE = /^( *)(`{3,}|~{3,})(.*)$/
const INFO = /^(\w*)(?: tab="([^"]+)")?$/

export function readBlocks(markdown: string, document: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  let beside_tabs = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const [, indent = '', mark = '', info = ''] = FENCE.exec(line) ?? []
    if (mark === '') {
      if (line.trim() !== '') beside_tabs = false
      continue
    }
    const end = lines.findIndex((one, i) => i > at && one.trim() === mark)
    if (end === -1) throw new Error(`${document}:${at + 1} opens a block that nothing closes`)
    const [known, language = '', tab] = INFO.exec(info) ?? []
    if (known === undefined) throw new Error(`${document}:${at + 1} has an unknown attribute: ${info}`)
    const plain = indent === '' && mark === '```'
    if (language === 'sh' && !plain)
      throw new Error(`${document}:${at + 1} hides lines to copy: start them with \`\`\`sh`)
    const text = lines.slice(at + 1, end).map((one) => `${one}\n`)
    if (plain) blocks.push({ language, tab, opens_tabs: tab !== undefined && !beside_tabs, text: text.join('') })
    beside_tabs = tab !== undefined
    at = end
  }
  return blocks
}
