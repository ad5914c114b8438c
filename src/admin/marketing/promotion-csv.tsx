import type { PromotionImport } from '#contract/admin/marketing/promotions.ts'
import { refusal } from '../api.ts'
import { useList } from '../list/use-list.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { DownloadLink } from '../parts/download-link.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { uploadFile } from '../parts/upload-file.ts'
import { useSession } from '../session-context.ts'

/** Promotions as a file: all of them exported, and a changed file imported. */
export default function PromotionCsv() {
  const { may } = useSession()
  return (
    <>
      <DownloadLink href="/api/admin/promotions/export">Export as CSV</DownloadLink>
      {may('marketing.write') && <Import />}
    </>
  )
}

/** Rows that are refused are named in the dialog; the others are saved. */
function Import() {
  const { refetch } = useList()

  async function send(form: HTMLFormElement) {
    const file = new FormData(form).get('file')
    const { data, message = '' } = await uploadFile<PromotionImport>(
      '/api/admin/promotions/import',
      file instanceof File ? file : new File([], ''),
    )
    await refetch()
    const refused = data.refused.map(
      ({ line, name, reason }) => `Line ${line}${name && `, ${name}`}: ${reason}`,
    )
    if (refused.length > 0) throw refusal([message, ...refused.slice(0, 20)].join('. '))
    showMessage(message)
  }

  return (
    <ActionDialog label="Import" title="Import promotions" submit="Import" look="secondary" onSubmit={send}>
      {(errors) => (
        <>
          <p>
            A file as it is exported: a row with an id changes that promotion, one without an id adds one.
            Columns with several parts are JSON, amounts are in minor units. Rows that cannot be read are
            named, and the others are saved.
          </p>
          <EntryField label="CSV file" name="file" type="file" accept=".csv,text/csv" errors={errors.file} />
        </>
      )}
    </ActionDialog>
  )
}
