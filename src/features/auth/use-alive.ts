import { useEffect, useState } from 'react'

/** False until this code runs in the browser: what only scripts can undo must not be done on the server. */
export function useAlive() {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  return isAlive
}
