import { Button as Pressable, type ButtonProps } from 'react-aria-components';
import styles from './button.module.css';

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet' | 'sign' | 'small' | 'smallDanger';

interface Props extends Omit<ButtonProps, 'className'> {
  kind?: ButtonKind;
}

export function Button({ kind = 'plain', ...props }: Props) {
  return <Pressable {...props} className={buttonLook(kind)} />;
}

/** The class name of a link that looks like a button. */
export const buttonLook = (kind: ButtonKind): string | undefined => styles[kind];
