import { type FormEvent, useId, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import styles from '../api-access.module.css'
import { LABEL_MAX } from './paste-ip-rules.ts'
import { isIpRule, plainIp } from './read-ip-rule.ts'
import type { IpDraft } from './use-ip-draft.ts'

export function AddIpRule({ draft, my_ip }: { draft: IpDraft; my_ip: string }) {
  const t = useT()
  const id = useId()
  const [cidr, setCidr] = useState('')
  const [label, setLabel] = useState('')
  const [error, setError] = useState<string>()
  const mine = plainIp(my_ip)

  function wrongWith(typed: string): string | undefined {
    if (typed === '') return t('This field is required')
    if (!isIpRule(typed)) return t('Enter an IPv4 or IPv6 address, or a range such as 203.0.113.0/24')
    if (draft.rules.some((rule) => rule.cidr === typed)) return t('This address is already on the list')
    return undefined
  }

  function add(event: FormEvent): void {
    event.preventDefault()
    const typed = cidr.trim()
    const wrong = wrongWith(typed) ?? addTo(typed, label.trim())
    setError(wrong)
    document.getElementById(`${id}-cidr`)?.focus()
    if (wrong) return
    setCidr('')
    setLabel('')
  }

  function addTo(address: string, name: string): string | undefined {
    const isAdded = draft.add([{ cidr: address, label: name }])
    return isAdded ? undefined : t('The maximum number has been reached.')
  }

  return (
    <form className={styles.addRule} onSubmit={add} noValidate>
      <Field
        id={`${id}-cidr`}
        label={t('IP address or range')}
        value={cidr}
        autoComplete="off"
        spellCheck={false}
        error={error}
        onChange={({ target }) => {
          setCidr(target.value)
          setError(undefined)
        }}
      />
      <Field
        label={t('Label')}
        optional
        value={label}
        autoComplete="off"
        maxLength={LABEL_MAX}
        onChange={({ target }) => setLabel(target.value)}
      />
      <Button type="submit" icon="plus">
        {t('Add')}
      </Button>
      {isIpRule(mine) && draft.rules.every((rule) => rule.cidr !== mine) && (
        <Button
          tone="quiet"
          icon="globe"
          className={styles.useMine}
          onClick={() => setError(addTo(mine, label.trim()))}
        >
          {t('Add my current IP: {ip}', { ip: mine })}
        </Button>
      )}
    </form>
  )
}
