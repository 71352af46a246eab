import type { SecurityLetters } from '../letter.ts'

export const esSecurity: SecurityLetters = {
  factor_on: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `La verificación en dos pasos está activada en su cuenta de ${brand}`,
    name,
    lead: [
      `La verificación en dos pasos se activó en su cuenta de ${brand} el ${moment(at)}. A partir de ahora, para iniciar sesión también necesita un código de su aplicación de autenticación.`,
      'Se han cerrado todas las demás sesiones. El acceso a la API no se ve afectado.',
      'Si no ha sido usted, establezca ahora una contraseña nueva y póngase en contacto con nosotros.',
    ],
    action: { label: 'Establecer una contraseña nueva', url: forgot_link },
    after: [],
  }),
  factor_off: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `La verificación en dos pasos está desactivada en su cuenta de ${brand}`,
    name,
    lead: [
      `La verificación en dos pasos se desactivó en su cuenta de ${brand} el ${moment(at)}. Para iniciar sesión ya no se pide ningún código.`,
      'Si ha sido usted, no tiene que hacer nada. Si no, establezca ahora una contraseña nueva y vuelva a activar la verificación en dos pasos.',
    ],
    action: { label: 'Establecer una contraseña nueva', url: forgot_link },
    after: [],
  }),
}
