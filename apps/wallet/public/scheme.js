// Runs before the first paint, from a file of its own: the page needs no inline script.
const asked = new URLSearchParams(location.search).get('scheme')
const dark =
  (asked ??
    localStorage.getItem('scheme') ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
document.documentElement.dataset.scheme = dark ? 'dark' : 'light'
