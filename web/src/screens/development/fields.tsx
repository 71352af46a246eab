import { useState } from 'react'
import { CurrencySign } from '#money/currency-sign.ts'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { RadioGroup, Segmented } from '#ui/input/choice.tsx'
import { CodeField } from '#ui/input/code-field.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { type Strength, StrengthMeter } from '#ui/input/strength-meter.tsx'
import { Switch } from '#ui/input/switch.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import styles from './development.module.css'
import { Specimen } from './specimen.tsx'

const grains = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'month', label: 'Month' },
] as const

const keeps = [
  { value: '0', label: 'Stop the old password at once', hint: 'Calls that still use it are refused.' },
  { value: '15', label: 'Keep it for 15 minutes' },
  { value: '1440', label: 'Keep it for 24 hours' },
] as const

const strengths: readonly Strength[] = [0, 1, 2, 3]

export function Fields() {
  const [hasError, setError] = useState(false)
  const [grain, setGrain] = useState<(typeof grains)[number]['value']>('day')
  const [keep, setKeep] = useState<(typeof keeps)[number]['value']>('15')
  return (
    <>
      <Specimen name="Field">
        <div className={styles.column}>
          <Field label="Name" placeholder="Ada Lovelace" autoComplete="off" />
          <Field label="Business e-mail" type="email" defaultValue="ada@example.com" hint="We send invoices here." />
          <Field label="Password" type="password" defaultValue="correct horse" autoComplete="off" />
        </div>
      </Specimen>
      <Specimen name="Field, errors (switch it: nothing jumps)">
        <div className={styles.column}>
          <Field
            label="Business e-mail"
            type="email"
            defaultValue="ada@"
            error={hasError && 'This does not look like an e-mail address.'}
          />
          <Field
            label="Password"
            type="password"
            hint="6 to 128 characters"
            error={hasError && 'At least 6 characters, please.'}
            autoComplete="off"
          />
          <Switch label="Show errors" checked={hasError} onChange={(event) => setError(event.target.checked)} />
        </div>
      </Specimen>
      <Specimen name="Field, number, affixes, search, disabled">
        <div className={styles.column}>
          <Field
            label="Daily limit"
            type="number"
            prefix={<CurrencySign />}
            suffix="a day (UTC)"
            defaultValue={50}
            optional
          />
          <Field
            label="Search endpoints"
            hideLabel
            type="search"
            icon="search"
            placeholder="Search endpoints"
            noMessage
          />
          <Field label="Login" defaultValue="ada@example.com" disabled noMessage />
        </div>
      </Specimen>
      <Specimen name="TextArea, Select">
        <div className={styles.column}>
          <TextArea
            label="Addresses"
            hint="One a line: v4, v6 or CIDR."
            mono
            defaultValue={'203.0.113.7\n2001:db8::/48'}
          />
          <Select label="Function" options={grains} defaultValue="day" />
          <Select
            label="Location"
            options={grains}
            placeholder="Choose a location"
            defaultValue=""
            error="Choose one."
          />
        </div>
      </Specimen>
      <Specimen name="CodeField">
        <div className={styles.column}>
          <CodeField label="Code from the mail" length={6} hint="Six digits. You can paste it with blanks or dashes." />
          <CodeField label="Code from the mail" length={6} defaultValue="482915" error="The code is wrong." />
        </div>
      </Specimen>
      <Specimen name="StrengthMeter, 0 to 3">
        <div className={styles.column}>
          {strengths.map((strength) => (
            <StrengthMeter key={strength} strength={strength} />
          ))}
        </div>
      </Specimen>
      <Specimen name="Checkbox">
        <div className={styles.column}>
          <Checkbox
            label={
              <>
                I agree to the <a href="#fields">terms of use</a> and the <a href="#fields">privacy policy</a>
              </>
            }
            error={hasError && 'Agree to go on.'}
            reserveMessage
          />
          <Checkbox label="News" defaultChecked hint="About once a month." />
          <Checkbox label="All of them" mixed />
          <Checkbox label="Not yours to change" disabled defaultChecked />
        </div>
      </Specimen>
      <Specimen name="Switch">
        <div className={styles.column}>
          <Switch label="Auto-recharge" defaultChecked hint="At most once a day." spread />
          <Switch label="Webhook delay" spread />
          <Switch label="Disabled" disabled spread />
        </div>
      </Specimen>
      <Specimen name="RadioGroup">
        <RadioGroup label="The old password" options={keeps} value={keep} onChange={setKeep} />
      </Specimen>
      <Specimen name="Segmented">
        <Segmented label="Grain" options={grains} value={grain} onChange={setGrain} />
      </Specimen>
    </>
  )
}
