import { useRef, useState } from 'react'
import { ApiError } from '#admin/api.ts'
import { uploadFile } from '#admin/parts/upload-file.ts'
import { Button } from '#ui/button.tsx'

type Result = {
  key: number
  name: string
  state: 'waiting' | 'sending' | 'done' | 'failed'
  message: string
}

let lastKey = 0

/**
 * Uploads files one after another: one that is refused does not stop the others, and each has a result of its own.
 * @param onUploaded receives the path of a stored picture; returns why it is not added, if it is not. The one of the render in which the
 * upload started is called, also after later renders.
 */
export function usePictureUploads(onUploaded: (path: string) => string | undefined) {
  const [results, setResults] = useState<readonly Result[]>([])

  async function upload(files: readonly File[]) {
    const started = files.map((file) => ({ file, key: ++lastKey }))
    setResults(
      started.map(({ file, key }) => ({ key, name: file.name, state: 'waiting', message: 'waiting' })),
    )
    const update = (key: number, state: Result['state'], message: string) =>
      setResults((all) => all.map((one) => (one.key === key ? { ...one, state, message } : one)))
    for (const { file, key } of started) {
      update(key, 'sending', 'uploading …')
      try {
        const { data } = await uploadFile<{ path: string }>('/api/admin/products/images', file)
        update(key, 'done', onUploaded(data.path) ?? 'uploaded')
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        update(key, 'failed', error.message)
      }
    }
  }
  const isBusy = results.some(({ state }) => state === 'waiting' || state === 'sending')
  return { results, isBusy, upload }
}

type Props = Omit<ReturnType<typeof usePictureUploads>, 'results'>

/** The button that chooses files. */
export function PictureUploads({ isBusy, upload }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="Upload pictures"
        accept="image/jpeg,image/png,image/webp"
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file can be chosen again.
          target.value = ''
          if (files.length > 0) void upload(files)
        }}
      />
      <Button look="secondary" isBusy={isBusy} onClick={() => input.current?.click()}>
        Upload pictures
      </Button>
    </>
  )
}
