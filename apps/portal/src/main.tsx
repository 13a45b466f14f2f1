/** Who is not signed in gets the few kilobytes of the door; everybody else the pages behind it. What both are drawn with comes at once. */
import '@pursestrings/ui/tokens.css'
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css'
import '@pursestrings/ui/parts.css'
import './portal.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startWords } from './strings/i18n.ts'

const root = document.getElementById('portal')
if (!root) throw new Error('the page has no #portal')
const is_door = ['/sign-in', '/verify'].includes(location.pathname)
const { words, Drawn } = await (is_door ? import('./sign-in/draw-door.tsx') : import('./draw-pages.tsx'))
startWords(words)
createRoot(root).render(
  <StrictMode>
    <Drawn />
  </StrictMode>,
)
