// Seals the built pages: what stands inline becomes a file or a class, so that the strictest policy lets every page work.
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { parse, serialize } from 'parse5'

const BASE = '/docs/_astro/'
// The highlighter finds its colored words by their inline style; they have a class instead.
const COLORED = /span\[style\^=(['"]?)--\1\]:not\(\[class\]\)/g

const nameOf = (/** @type {string} */ text, /** @type {string} */ end) =>
  `sealed.${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${end}`

/** @param {string} folder */
export const seal = async (folder) => {
  const files = new Map()
  const rules = new Map()
  const classFor = (/** @type {string} */ style) => {
    const known = rules.get(style) ?? `s${rules.size.toString(36)}`
    rules.set(style, known)
    return known
  }
  const attribute = (/** @type {any} */ node, /** @type {string} */ name) =>
    node.attrs?.find((/** @type {any} */ one) => one.name === name)
  const toFile = (/** @type {any} */ node, /** @type {string} */ end) => {
    const text = node.childNodes.map((/** @type {any} */ child) => child.value).join('')
    const name = nameOf(text, end)
    files.set(name, text)
    node.childNodes = []
    return BASE + name
  }
  const visit = (/** @type {any} */ node) => {
    if (node.tagName === 'script' && !attribute(node, 'src')) {
      const type = attribute(node, 'type')?.value ?? ''
      if (type === '' || type === 'module') node.attrs.push({ name: 'src', value: toFile(node, 'js') })
    } else if (node.tagName === 'style') {
      const href = toFile(node, 'css')
      node.tagName = node.nodeName = 'link'
      node.attrs = [
        { name: 'rel', value: 'stylesheet' },
        { name: 'href', value: href },
      ]
    }
    const style = attribute(node, 'style')
    if (style) {
      const colored = node.tagName === 'span' && style.value.startsWith('--') && !attribute(node, 'class')
      const classes = `${classFor(style.value)}${colored ? ' colored' : ''}`
      const list = attribute(node, 'class')
      if (list) list.value += ` ${classes}`
      else node.attrs.push({ name: 'class', value: classes })
      node.attrs = node.attrs.filter((/** @type {any} */ one) => one !== style)
    }
    for (const child of node.childNodes ?? []) visit(child)
    if (node.content) visit(node.content)
  }
  const trees = new Map()
  for (const page of globSync('**/*.html', { cwd: folder })) {
    const tree = parse(await readFile(`${folder}/${page}`, 'utf8'))
    visit(tree)
    trees.set(page, tree)
  }
  // Twice the class, so that it wins as an inline style would.
  const css = [...rules].map(([style, name]) => `.${name}.${name}{${style}}`).join('\n')
  const sealed = nameOf(css, 'css')
  files.set(sealed, css)
  for (const [page, tree] of trees) {
    const html = serialize(tree).replace('</head>', `<link rel="stylesheet" href="${BASE}${sealed}"></head>`)
    await writeFile(`${folder}/${page}`, html)
  }
  await mkdir(`${folder}/_astro`, { recursive: true })
  for (const [name, text] of files) await writeFile(`${folder}/_astro/${name}`, text)
  for (const sheet of globSync('**/*.css', { cwd: folder })) {
    const text = await readFile(`${folder}/${sheet}`, 'utf8')
    const sealedText = text.replaceAll(COLORED, 'span.colored')
    if (sealedText !== text) await writeFile(`${folder}/${sheet}`, sealedText)
  }
}
