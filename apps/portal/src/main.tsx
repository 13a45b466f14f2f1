/** Who is not signed in gets the few kilobytes of the door; everybody else the pages behind it. */
import '@pursestrings/ui/tokens.css'
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css'
import '@pursestrings/ui/parts.css'
import './portal.css'

const root = document.getElementById('portal')
if (!root) throw new Error('the page has no #portal')
const is_door = ['/sign-in', '/verify'].includes(location.pathname)
const { draw } = await (is_door ? import('./sign-in/draw-door.tsx') : import('./draw-pages.tsx'))
draw(root)
