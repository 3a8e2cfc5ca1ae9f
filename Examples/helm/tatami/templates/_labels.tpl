{{- /* SPDX-License-Identifier: Apache-2.0 */ -}}
{{- /* The labels by which services and the disruption budget select the pods. */ -}}
{{- define "tatami.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tatami.labels" -}}
{{ include "tatami.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}
