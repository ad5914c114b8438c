import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#admin/api.ts'
import { ListProvider } from '#admin/list/list-provider.tsx'
import { ListRows } from '#admin/list/list-rows.tsx'
import { ListSearch } from '#admin/list/list-search.tsx'
import { Pager } from '#admin/list/pager.tsx'
import { useList } from '#admin/list/use-list.ts'
import { FileInput } from '#admin/parts/file-input.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { useTitle } from '#admin/parts/screen-frame.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { uploadFile } from '#admin/parts/upload-file.ts'
import { queryKeys } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import type { MediaPicture } from '#contract/admin/content/media.ts'
import { imageUrl } from '#ui/image-url.ts'
import css from './media.module.css'

/** The pictures of the shop, latest first; several are uploaded at once. */
export default function MediaList() {
  useTitle('Media')
  return (
    <ListProvider name="media" perPage={48} sort={{ field: 'id', order: 'DESC' }}>
      <Header />
      <ListRows many="pictures" empty="There are no pictures yet.">
        <Pictures />
      </ListRows>
      <Pager />
    </ListProvider>
  )
}

function Header() {
  const { total } = useList<MediaPicture>()
  const { may } = useSession()
  const { count } = useFormat()

  return (
    <>
      <div className={screen.header}>
        <h1>Media</h1>
        <p role="status">{total === undefined ? '' : count(total)}</p>
      </div>
      {may('content.write') && <Uploads />}
      <ListSearch label="Search pictures" placeholder="Text alternative or file" />
    </>
  )
}

type Outcome = { name: string; message: string; isRefused: boolean }

/** One after the other, so that a refused file does not stop the others. */
function Uploads() {
  const { refetch } = useList<MediaPicture>()
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(0)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])

  async function upload(files: readonly File[]) {
    setOutcomes([])
    for (const [at, file] of files.entries()) {
      setWaiting(files.length - at)
      const outcome = await uploadFile('/api/admin/media', file).then(
        () => ({ message: 'Uploaded', isRefused: false }),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          return { message: error.message, isRefused: true }
        },
      )
      setOutcomes((before) => [...before, { name: file.name, ...outcome }])
    }
    setWaiting(0)
    await client.invalidateQueries({ queryKey: queryKeys.allPictures })
    await refetch()
  }

  return (
    <section className={`${screen.card} ${css.uploads}`} aria-label="Upload">
      <FileInput
        label="Upload pictures"
        hint="JPEG, PNG or WebP, 25 MB each at most"
        accept="image/png,image/jpeg,image/webp"
        isMultiple
        isBusy={waiting > 0}
        onChoose={(files) => void upload(files)}
      />
      <div role="status">
        {waiting > 0 && <p>{waiting === 1 ? 'Uploading the last one …' : `Uploading, ${waiting} left …`}</p>}
        {outcomes.length > 0 && (
          <ul>
            {outcomes.map(({ name, message, isRefused }, at) => (
              <li key={at} data-tone={isRefused ? 'bad' : undefined}>
                {name}: {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Pictures() {
  const { data } = useList<MediaPicture>()
  return (
    <ul className={css.grid}>
      {data.map(({ id, path, alt, file_name, width, height }) => (
        <li key={id}>
          <Link to={`/media/${id}/show`}>
            <img src={imageUrl(path, 320)} alt="" width={200} height={200} loading="lazy" />
            <span>{alt || file_name || path.split('/').at(-1)}</span>
          </Link>
          <small>
            {width && height ? `${width} × ${height}` : 'Size unknown'}
            {!alt && ' · no text alternative'}
          </small>
        </li>
      ))}
    </ul>
  )
}
