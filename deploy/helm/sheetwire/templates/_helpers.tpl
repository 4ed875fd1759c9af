{{- define "sheetwire.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "sheetwire.selector" -}}
app.kubernetes.io/name: sheetwire
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sheetwire.labels" -}}
{{ include "sheetwire.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "sheetwire.tryOut" -}}
app.kubernetes.io/name: sheetwire-try-out
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sheetwire.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "sheetwire.running" -}}
{{- with lookup "apps/v1" "Deployment" .Release.Namespace (include "sheetwire.name" .) }}
{{- range $at, $container := .spec.template.spec.containers }}{{ $container.image }}{{ end }}
{{- end }}
{{- end }}

{{- define "sheetwire.secure" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
{{- end }}

{{- define "sheetwire.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}
