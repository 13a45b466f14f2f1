/** Whether a page's dialog for something new is open: by its button, or by `n` and the page's key, from any page. */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What a link to the page says to open its dialog. */
export const ASKS_NEW = 'new'

export const useAsksNew = (): readonly [boolean, (asks: boolean) => void] => {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    if (state !== ASKS_NEW) return
    setAsks(true)
    // Once: neither a reload nor the way back asks again.
    void navigate({ pathname, search }, { replace: true, state: null })
  }, [state, pathname, search, navigate])
  return [asks, setAsks]
}
