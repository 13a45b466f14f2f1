// Diagrams are drawn when the site is built. Their colors are the theme's; the font they would fetch from outside is left out.
import { renderMermaidSVG } from 'beautiful-mermaid'

const LABEL = /^\s*%% (.+)$/m
let drawn = 0

/** @param {string} mermaid */
export const draw = (mermaid) => {
  const [, label = 'Diagram'] = LABEL.exec(mermaid) ?? []
  const svg = renderMermaidSVG(mermaid.replace(LABEL, ''), { transparent: true })
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<svg /, `<svg role="img" aria-label="${label.replaceAll('"', '&quot;')}" `)
    .replace(/ style="[^"]*"/, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/(id="|url\(#)(arrowhead|seq-arrow)/g, `$1d${(drawn += 1)}-$2`)
  return `<figure class="diagram">${svg}</figure>`
}
