import { useState } from 'react'
import { Button, IconButton, LinkButton } from '#ui/input/button.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { BrandMark } from '#ui/show/brand-mark.tsx'
import { CopyButton, CopyField } from '#ui/show/copy.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import styles from './development.module.css'
import { Specimen } from './specimen.tsx'

export function Buttons() {
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <Specimen name="Button, tones">
        <Button tone="primary">Add funds</Button>
        <Button>Export CSV</Button>
        <Button tone="quiet">Cancel</Button>
        <Button tone="danger">Regenerate</Button>
      </Specimen>
      <Specimen name="Button, small">
        <Button size="small" tone="primary">
          Add funds
        </Button>
        <Button size="small" icon="download">
          CSV
        </Button>
        <Button size="small" tone="quiet" icon="filter">
          Filter
        </Button>
        <Button size="small" tone="danger">
          Revoke
        </Button>
      </Specimen>
      <Specimen name="Button, busy (press it)">
        <Button tone="primary" busy={isBusy} onClick={() => setBusy(true)}>
          Save changes
        </Button>
        <Button busy>Export CSV</Button>
        <Button tone="quiet" onClick={() => setBusy(false)}>
          Stop
        </Button>
      </Specimen>
      <Specimen name="Button, disabled">
        <Button tone="primary" disabled>
          Save
        </Button>
        <Button disabled>Export</Button>
        <Button tone="quiet" disabled>
          Cancel
        </Button>
      </Specimen>
      <Specimen name="Button, icons and marks">
        <Button icon="play" tone="primary">
          Run · ≈ $0.002000
        </Button>
        <Button iconEnd="chevron-down">Last 30 days</Button>
        <Button mark={<BrandMark name="google" />}>Continue with Google</Button>
        <Button mark={<BrandMark name="github" />}>Continue with GitHub</Button>
        <Button mark={<BrandMark name="facebook" />}>Continue with Facebook</Button>
      </Specimen>
      <Specimen name="LinkButton, IconButton, Tooltip">
        <LinkButton href="#buttons" iconEnd="external">
          Documentation
        </LinkButton>
        <Tooltip text="Notifications">
          <IconButton icon="bell" label="Notifications" />
        </Tooltip>
        <Tooltip text="What we call a task is one entry of the array you post." side="bottom">
          <IconButton icon="info" label="What is a task?" size="small" />
        </Tooltip>
        <IconButton icon="settings" label="Settings" tone="secondary" />
      </Specimen>
      <Specimen name="CopyButton, Kbd">
        <CopyButton text="portico" what="the login" />
        <CopyButton text="portico" worded />
        <span>
          <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
        </span>
      </Specimen>
      <Specimen name="CopyField">
        <div className={styles.column}>
          <CopyField label="API login" value="ada@example.com" />
          <CopyField label="Base URL" value="https://api.example.com/v3/serp/google/organic/live/advanced" />
        </div>
      </Specimen>
      <Specimen name="Badge">
        <Badge>Draft</Badge>
        <Badge tone="accent">Live</Badge>
        <Badge tone="good" dot>
          Active
        </Badge>
        <Badge tone="warn" dot>
          Past due
        </Badge>
        <Badge tone="bad" dot>
          40203
        </Badge>
      </Specimen>
    </>
  )
}
