/** The server's message under ERROR! (spec 8). */
export function ServerFault({ text }: { text: string }) {
  return (
    <span role="alert">
      <strong>ERROR!</strong> <span>{text}</span>
    </span>
  );
}
