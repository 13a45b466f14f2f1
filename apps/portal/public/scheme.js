// Runs before the first paint, from a file of its own: the page needs no inline script.
const asked = new URLSearchParams(location.search).get('scheme')
const system = matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () => {
  const scheme = asked ?? localStorage.getItem('scheme') ?? (system.matches ? 'dark' : 'light')
  document.documentElement.dataset.scheme = scheme === 'dark' ? 'dark' : 'light'
}
applyScheme()
// The system changes while the page is open, as at dusk.
system.addEventListener('change', applyScheme)
