import styles from './auth.module.css'
import { AuthFooter } from './auth-footer.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { TellingSide } from './telling-side.tsx'

/** The two-sided panel: the form on one side, on the other what the customer gets. */
export function Screen() {
  return (
    <div className={styles.page}>
      <main className={styles.panel}>
        <div className={styles.form}>
          <SignInForm />
        </div>
        <TellingSide />
      </main>
      <AuthFooter />
    </div>
  )
}
