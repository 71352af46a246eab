import { Button } from '#ui/input/button.tsx'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { Meter, Progress } from '#ui/show/meter.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './development.module.css'
import { Specimen } from './specimen.tsx'

export function Feedback() {
  const snackbar = useSnackbar()
  return (
    <>
      <Specimen name="Banner" wide>
        <div className={styles.column}>
          <Banner>{'Slow network connection detected. Please wait.'}</Banner>
          <Banner
            tone="warn"
            action={<Button size="small">Add funds</Button>}
            onClose={() => snackbar.show({ text: 'Closed', duration_ms: 1500 })}
          >
            About 4 days left at your current pace.
          </Banner>
          <Banner tone="bad" title="Your balance is used up." action={<Button size="small">Add funds</Button>}>
            Requests are refused until you add funds.
          </Banner>
          <Banner tone="good">Payment received.</Banner>
        </div>
      </Specimen>
      <Specimen name="Snackbar">
        <Button
          onClick={() =>
            snackbar.show({ text: 'Active API login was changed successful', tone: 'good', duration_ms: 1500 })
          }
        >
          1.5 s
        </Button>
        <Button onClick={() => snackbar.show({ text: 'Wrong e-mail or password.', tone: 'bad', duration_ms: 15_000 })}>
          15 s, bad
        </Button>
        <Button
          onClick={() => snackbar.show({ text: 'Row removed', action: { label: 'Undo', onClick: () => undefined } })}
        >
          Until closed
        </Button>
      </Specimen>
      <Specimen name="Meter, Progress">
        <div className={styles.column}>
          <Meter label="Spent today" value={18.2} max={50} text="$18.20 of $50.00" />
          <Meter label="Spent today" value={46} max={50} text="$46.00 of $50.00" tone="warn" />
          <Progress label="Exporting" value={64} text="64 %" />
          <Progress label="Preparing the file" />
        </div>
      </Specimen>
      <Specimen name="Skeleton">
        <div className={styles.column}>
          <SkeletonText />
          <SkeletonGroup className={styles.row}>
            <Skeleton shape="circle" />
            <Skeleton shape="button" width="short" />
          </SkeletonGroup>
        </div>
      </Specimen>
      <Specimen name="Empty">
        <Empty
          icon="check-circle"
          title="No errors in the last seven days"
          action={<Button>Open the playground</Button>}
        >
          When a call fails, its code, its cause and what to do about it stand here.
        </Empty>
      </Specimen>
      <Specimen name="LoadError">
        <LoadError onRetry={() => undefined} />
      </Specimen>
      <Specimen name="Card">
        <Card
          title="Daily limit"
          note="For all APIs together."
          actions={<Button size="small">History</Button>}
          footer={
            <Button size="small" tone="primary">
              Save
            </Button>
          }
        >
          Calls above the limit are refused until 00:00 UTC.
        </Card>
      </Specimen>
      <Specimen name="Avatar">
        <Avatar name="Ada Lovelace" size="small" />
        <Avatar name="Ada Lovelace" />
        <Avatar name="игорь петров" size="large" />
      </Specimen>
    </>
  )
}
