// Brings new mail onto the page without a reload: asks every two seconds while the page is looked at.
const EVERY_MS = 2000

async function refresh() {
  if (document.hidden || location.pathname !== '/') return
  const response = await fetch('/', { cache: 'no-cache' })
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  const main = document.querySelector('main')
  const next = fresh.querySelector('main')
  if (!main || !next || main.innerHTML === next.innerHTML) return
  // The rows are replaced as a whole, so whoever had the keyboard on one of them is put back on it.
  const focused = document.activeElement?.getAttribute('href')
  main.replaceChildren(...next.childNodes)
  if (focused) main.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus()
  document.title = fresh.title
}

const tick = () => void refresh().catch(() => undefined)
setInterval(tick, EVERY_MS)
document.addEventListener('visibilitychange', tick)
