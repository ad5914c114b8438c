import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#admin/api.ts'
import { NotLoaded } from '#admin/parts/failure.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { Waiting } from '#admin/parts/screen-frame.tsx'
import { ViewDialog } from '#admin/parts/view-dialog.tsx'
import { queryKeys } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import type { EditablePage } from '#contract/admin/content/pages.ts'
import { Button } from '#ui/button.tsx'
import { ChangeList } from './change-list.tsx'
import type { SectionTypes, WritePage } from './editor-content.ts'
import { type EditorContent, toStored } from './editor-content.ts'
import css from './page-editor.module.css'

type Props = {
  page: Omit<EditablePage, 'content'>
  content: EditorContent
  types: SectionTypes
  isLocked: boolean
  write: WritePage
}

/** The publications of the page: compare one with what is edited now, or restore it into the draft. */
export function HistoryDialog(props: Props) {
  return (
    <ViewDialog label="History" title="History" look="quiet">
      {(close) => <Versions {...props} onDone={close} />}
    </ViewDialog>
  )
}

function Versions({ page, content, types, isLocked, write, onDone }: Props & { onDone: () => void }) {
  const { may } = useSession()
  const { time } = useFormat()
  const [compared, setCompared] = useState<number>()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.pageVersions(page.id, page.revision),
    queryFn: async ({ signal }) => (await api.adminPages.versions({ id: page.id }, signal)).data.versions,
  })
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  if (data.length === 0)
    return <p>The page has not been published from the editor yet. Every publication is listed here.</p>
  return (
    <ol className={css.versions}>
      {data.map(({ number, author, at }) => (
        <li key={number}>
          <div>
            <strong>Version {number}</strong>
            <small>
              {time(at)}, {author === 'initial' ? 'before the first change' : author}
            </small>
          </div>
          <Button
            look="quiet"
            aria-expanded={compared === number}
            aria-label={`Compare version ${number} with the draft`}
            onClick={() => setCompared(compared === number ? undefined : number)}
          >
            Compare
          </Button>
          {may('content.write') && !isLocked && (
            <Button
              look="secondary"
              aria-label={`Restore version ${number}`}
              onClick={async () => {
                if (await write((ref) => api.adminPages.restore({ ...ref, number }))) onDone()
              }}
            >
              Restore
            </Button>
          )}
          {compared === number && <Comparison page={page} number={number} content={content} types={types} />}
        </li>
      ))}
    </ol>
  )
}

function Comparison({
  page,
  number,
  content,
  types,
}: Pick<Props, 'page' | 'content' | 'types'> & { number: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.pageVersion(page.id, number),
    queryFn: async ({ signal }) =>
      (await api.adminPages.version({ id: page.id, number }, signal)).data.content,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  return (
    <div className={css.comparison}>
      <ChangeList
        before={data}
        after={toStored(content)}
        types={types}
        labels={[`Version ${number}`, 'Now']}
      />
    </div>
  )
}
