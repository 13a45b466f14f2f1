// Blocks that say the same in several ways, as tabs. Without this script they stack.
const KEPT = 'pursestrings-tab'
const kept = () => {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}
const keep = (label) => {
  try {
    localStorage.setItem(KEPT, label)
  } catch {
    // A browser that stores nothing forgets the choice.
  }
}

class CodeTabs extends HTMLElement {
  connectedCallback() {
    if (this.querySelector('[role=tablist]')) return
    const panels = [...this.querySelectorAll(':scope > [data-tab]')]
    const list = document.createElement('div')
    list.setAttribute('role', 'tablist')
    list.dataset.pagefindIgnore = ''
    const number = [...document.querySelectorAll('code-tabs')].indexOf(this)
    const tabs = panels.map((panel, i) => {
      const tab = document.createElement('button')
      tab.type = 'button'
      tab.id = `tab-${number}-${i}`
      tab.textContent = panel.dataset.tab
      tab.setAttribute('role', 'tab')
      panel.id = `panel-${number}-${i}`
      tab.setAttribute('aria-controls', panel.id)
      panel.setAttribute('role', 'tabpanel')
      panel.setAttribute('aria-labelledby', tab.id)
      tab.addEventListener('click', () => choose(panel.dataset.tab))
      list.append(tab)
      return tab
    })
    this.show = (label) => {
      const wanted = panels.findIndex((panel) => panel.dataset.tab === label)
      const at = wanted === -1 ? 0 : wanted
      for (const [i, panel] of panels.entries()) {
        panel.hidden = i !== at
        tabs[i].setAttribute('aria-selected', String(i === at))
        tabs[i].tabIndex = i === at ? 0 : -1
      }
    }
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      const at = tabs.indexOf(document.activeElement)
      if (step === undefined || at === -1) return
      event.preventDefault()
      const next = (at + step + tabs.length) % tabs.length
      tabs[next].focus()
      choose(panels[next].dataset.tab)
    })
    this.prepend(list)
    this.show(kept())
  }
}

/** One choice for all tabs of the page, and of the next ones. */
const choose = (label) => {
  keep(label)
  for (const tabs of document.querySelectorAll('code-tabs')) tabs.show(label)
}

customElements.define('code-tabs', CodeTabs)
