import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EditorMessage, LookUpdate } from '#contract/rules/live-edit-message.ts'
import { api } from '../api.ts'

/** Before the token's 15 minutes are over. */
const RENEW_MS = 10 * 60_000

type Preview = Awaited<ReturnType<typeof api.adminAppearance.preview>>['data']

/** The whole shop with the draft of its appearance in a frame, and with what is being chosen. */
export function useLookPreview(look: LookUpdate['look'] | undefined) {
  const ref = useRef<HTMLIFrameElement>(null)
  const [preview, setPreview] = useState<Preview>()
  const [src, setSrc] = useState<string>()
  const [isReady, setReady] = useState(false)
  const [error, setError] = useState<string>()

  const send = (message: EditorMessage) =>
    ref.current?.contentWindow?.postMessage({ source: 'builder', ...message }, location.origin)
  const sendLook = useEffectEvent(() => {
    if (look && preview) send({ type: 'look:update', payload: { look, token: preview.token } })
  })
  const open = useEffectEvent((path: string, { token }: Preview) => {
    setReady(false)
    setSrc(`${path}?${new URLSearchParams({ preview: token })}`)
  })

  useEffect(() => {
    let isOpen = false
    const load = async () => {
      try {
        const { data } = await api.adminAppearance.preview({})
        setPreview(data)
        if (!isOpen) open(data.pages[0]?.path ?? '/', data)
        isOpen = true
      } catch (failure) {
        setError(failure instanceof Error ? failure.message : String(failure))
      }
    }
    void load()
    const timer = setInterval(() => void load(), RENEW_MS)
    const listen = ({ origin, source: sender, data }: MessageEvent) => {
      if (origin !== location.origin || !sender || sender !== ref.current?.contentWindow) return
      if (data?.source !== 'storefront' || data.type !== 'ready') return
      setReady(true)
      sendLook()
    }
    addEventListener('message', listen)
    return () => {
      clearInterval(timer)
      removeEventListener('message', listen)
    }
  }, [])

  useEffect(() => {
    if (look && preview && isReady) sendLook()
  }, [look, preview, isReady])

  return {
    frame: { ref, src, isReady, error },
    pages: preview?.pages ?? [],
    open: (path: string) => preview && open(path, preview),
    /** Loads the page in the frame again, for what only the server draws, such as a logo. */
    reload: () => send({ type: 'page:reload' }),
  }
}
