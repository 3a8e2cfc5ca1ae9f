// Renders the templates of a Helm chart by Go's own templates, as Helm does:
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run helm.go CHART <DATA.json
//
// DATA has what templates read: Values, Chart and Release. Only the functions below are there, each as Helm has it.
// A value that is missing is an error, which Helm would take as empty.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"sigs.k8s.io/yaml"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	var data map[string]any
	must(json.NewDecoder(os.Stdin).Decode(&data))
	chart := template.New("chart").Option("missingkey=error")
	chart.Funcs(template.FuncMap{
		"quote": func(value any) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		"default": func(other, value any) any {
			if truth, _ := template.IsTrue(value); truth {
				return value
			}
			return other
		},
		"toYaml": func(value any) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
		"nindent": func(count int, text string) string {
			margin := "\n" + strings.Repeat(" ", count)
			return margin + strings.ReplaceAll(text, "\n", margin)
		},
		"include": func(name string, data any) (string, error) {
			var text strings.Builder
			err := chart.ExecuteTemplate(&text, name, data)
			return text.String(), err
		},
	})
	files, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*"))
	must(err)
	_, err = chart.ParseFiles(files...)
	must(err)
	for _, file := range files {
		if strings.HasSuffix(file, ".yaml") {
			fmt.Println("---")
			must(chart.ExecuteTemplate(os.Stdout, filepath.Base(file), data))
		}
	}
}
