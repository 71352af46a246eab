import { useState } from 'react'
import { rangeNamed } from '#traffic/ranges.ts'
import { Button } from '#ui/input/button.tsx'
import { Combobox, MultiCombobox } from '#ui/input/combobox.tsx'
import { DateRange } from '#ui/input/date-range.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SubmenuMenu } from '#ui/overlay/submenu.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import type { DayRange } from '#ui/text/utc-days.ts'
import styles from './development.module.css'
import { sampleCurl, sampleEnvelope } from './sample-json.ts'
import { functions, submenu } from './samples.tsx'
import { Specimen } from './specimen.tsx'

const NOW = Date.UTC(2025, 10, 15, 12)
const presets = [
  { id: 'today', label: 'Today', range: rangeNamed('today', NOW) },
  { id: '7d', label: 'Last 7 days', range: rangeNamed('7d', NOW) },
  { id: '30d', label: 'Last 30 days', range: rangeNamed('30d', NOW) },
  { id: 'this_month', label: 'This month', range: rangeNamed('this_month', NOW) },
  { id: 'last_month', label: 'Last month', range: rangeNamed('last_month', NOW) },
]

export function Pickers() {
  const [one, setOne] = useState<string | null>('serp')
  const [several, setSeveral] = useState(['serp', 'backlinks'])
  const [range, setRange] = useState<DayRange>(rangeNamed('30d', NOW))
  const [isOpen, setOpen] = useState(false)
  const severalField = (
    <MultiCombobox
      label="Functions"
      options={functions}
      value={several}
      onChange={setSeveral}
      placeholder="Any function"
    />
  )
  return (
    <>
      <Specimen name="Combobox">
        <div className={styles.column}>
          <Combobox label="API" options={functions} value={one} onChange={setOne} placeholder="Choose an API" />
          {severalField}
        </div>
      </Specimen>
      <Specimen name="DateRange, SubmenuMenu, Combobox in a Dialog">
        <DateRange value={range} onChange={setRange} presets={presets} min="2025-05-15" max="2025-11-15" />
        <SubmenuMenu entries={submenu} trigger={<Button iconEnd="chevron-down">Playground</Button>} />
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Dialog open={isOpen} onClose={() => setOpen(false)} title="Filter">
          {severalField}
        </Dialog>
      </Specimen>
      <Specimen name="CodeView">
        <div className={styles.column}>
          <CodeView label="Response" language="json" code={JSON.stringify(sampleEnvelope, null, 2)} maxHeight="short" />
          <CodeView label="cURL" code={sampleCurl} />
        </div>
      </Specimen>
    </>
  )
}
